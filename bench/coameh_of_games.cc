// Prints the coameh of random games of Cóatl as they stand at the end of the game, finished or not,
// one a line:
//   coameh_of_games COAMEH > bench/corpus/coameh.txt
// Games of 2, 3 and 4 players take turns.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <variant>

#include "engine/coatl/game.h"
#include "engine/core/playout.h"
#include "sim/coatl/ruleset.h"

namespace prestige::coatl {
namespace {

std::string ToText(const Serpent& serpent) {
  std::string text;
  if (serpent.has_head) text += '^';
  for (size_t i = 0; i < serpent.length; ++i) text += Letter(serpent.ColorAt(i));
  if (serpent.has_tail) text += '$';
  return text;
}

void Print(const Rules& rules, long coameh) {
  long printed = 0;
  for (uint64_t deal = 0; printed < coameh; ++deal) {
    const int players = 2 + static_cast<int>(deal % 3);
    const uint64_t key = DealKey(1, deal);
    State state = CoatlGame::Setup(rules, players, key);
    Stream stream(key);
    NoEvents events;
    PlayOutAtRandom<CoatlGame>(rules, &state, stream, &events);
    for (int seat = 0; seat < players; ++seat) {
      const Player& player = state.players[static_cast<size_t>(seat)];
      for (size_t c = 0; c < player.coatl_count; ++c) {
        if (printed++ < coameh) std::cout << ToText(player.coatls[c].serpent) << "\n";
      }
    }
  }
}

}  // namespace
}  // namespace prestige::coatl

int main(int argc, char** argv) {
  const long coameh = argc == 2 ? std::atol(argv[1]) : 0;
  if (coameh < 1) {
    std::cerr << "usage: coameh_of_games COAMEH\n";
    return 2;
  }
  const auto loaded =
      prestige::coatl::LoadRuleset({PRESTIGE_SOURCE_DIR "/data/coatl/base.toml", {}});
  const auto* ruleset = std::get_if<prestige::coatl::LoadedRuleset>(&loaded);
  if (ruleset == nullptr) {
    std::cerr << prestige::ToString(std::get<prestige::Diagnostics>(loaded)) << "\n";
    return 1;
  }
  prestige::coatl::Print(ruleset->rules, coameh);
  return 0;
}
