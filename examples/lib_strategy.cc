// A strategy for Cóatl in a shared library. sim/outside/prestige_strategy.h says what each function
// is for.
//
//   c++ -std=c++20 -shared -fPIC -I. examples/lib_strategy.cc -o lib_strategy.so
//   prestige simulate --strategies=lib:./lib_strategy.so,random
//
// It plays prophecies and temples as soon as it can, finishes coameh, and else chooses at random.
// All it reads of a line are the choices and the seed, so it needs no JSON library; one that looks
// at the view will want one.

#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "sim/outside/prestige_strategy.h"

namespace {

struct Player {
  std::mt19937_64 chance;
};

// Beginnings of choices, the most wanted first. Those that begin like none of them come last.
constexpr std::array<std::string_view, 7> kWanted{"prophecy", "temple hand", "temple pile", "keep",
                                                  "build",    "start h",     "extend"};

size_t Rank(std::string_view choice) {
  size_t place = 0;
  while (place < kWanted.size() && !choice.starts_with(kWanted[place])) ++place;
  return place;
}

// What stands behind "key": in the line; choices and seed are the only keys looked for, and they
// occur once.
std::string_view Behind(std::string_view line, std::string_view key) {
  const size_t at = line.find(key);
  return at == std::string_view::npos ? "" : line.substr(at + key.size());
}

// The texts of a JSON list of texts without escapes, which moves never have.
std::vector<std::string_view> Texts(std::string_view list) {
  std::vector<std::string_view> texts;
  while (!list.empty() && list[0] != ']') {
    const size_t begin = list.find('"') + 1;
    const size_t end = list.find('"', begin);
    texts.push_back(list.substr(begin, end - begin));
    list.remove_prefix(end + 1);
  }
  return texts;
}

}  // namespace

int prestige_strategy_abi(void) { return PRESTIGE_STRATEGY_ABI; }

void* prestige_strategy_open(const char* game) {
  return std::string_view(game) == "coatl" ? new Player : nullptr;
}

void prestige_strategy_new_game(void* player, const char* line) {
  uint64_t seed = 0;
  for (const char digit : Behind(line, "\"seed\":")) {
    if (digit < '0' || digit > '9') break;
    seed = 10 * seed + static_cast<uint64_t>(digit - '0');
  }
  // The same seed comes whenever the game is played again.
  static_cast<Player*>(player)->chance.seed(seed);
}

int prestige_strategy_choose(void* player, const char* line, int) {
  std::vector<int> best;
  size_t best_rank = kWanted.size() + 1;
  int index = 0;
  for (const std::string_view choice : Texts(Behind(line, "\"choices\":["))) {
    const size_t rank = Rank(choice);
    if (rank < best_rank) {
      best_rank = rank;
      best.clear();
    }
    if (rank == best_rank) best.push_back(index);
    ++index;
  }
  return best[static_cast<Player*>(player)->chance() % best.size()];
}

void prestige_strategy_close(void* player) { delete static_cast<Player*>(player); }
