#include "sim/app/catalog.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "engine/coatl/rules.h"
#include "engine/core/check.h"
#include "sim/coatl/host.h"
#include "sim/splendor/host.h"

namespace prestige {
namespace {

constexpr std::array<std::string_view, coatl::kLevels> kSoloLevels{
    "a temple on every coatl",      "a smaller hand",
    "different frames on a coatl",  "four prophecies on every coatl",
    "one more card for M.A.R.C.O.",
};

constexpr std::array<GameEntry, 3> kGames{{
    {"coatl", "coatl", 2, 4, {}, "", "Cóatl", coatl::StrategyInfos, coatl::LoadHost},
    {"coatl-solo", "coatl-solo", 1, 1, kSoloLevels, "marco", "Cóatl solo, against M.A.R.C.O.",
     coatl::StrategyInfos, coatl::LoadSoloHost},
    {"splendor", "splendor", 2, 4, {}, "", "Splendor", splendor::StrategyInfos, splendor::LoadHost},
}};

}  // namespace

std::span<const GameEntry> Games() { return kGames; }

std::vector<std::string_view> GameNames() {
  std::vector<std::string_view> names;
  for (const GameEntry& game : kGames) names.push_back(game.name);
  return names;
}

std::string PlayersText(const GameEntry& game) {
  if (game.max_players == 1) return "1 player";
  return absl::StrCat(game.min_players, " to ", game.max_players, " players");
}

const GameEntry& FindGame(std::string_view name) {
  const auto* game = std::find_if(kGames.begin(), kGames.end(),
                                  [name](const GameEntry& entry) { return entry.name == name; });
  PRESTIGE_DCHECK(game != kGames.end());
  return *game;
}

}  // namespace prestige
