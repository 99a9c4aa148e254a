#include "sim/app/catalog.h"

#include <algorithm>
#include <array>

#include "engine/core/check.h"
#include "sim/coatl/host.h"
#include "sim/splendor/host.h"

namespace prestige {
namespace {

constexpr std::array<GameEntry, 2> kGames{{
    {"coatl", "coatl", 2, 4, 0, "", "Cóatl", coatl::StrategyInfos, coatl::LoadHost},
    {"splendor", "splendor", 2, 4, 0, "", "Splendor", splendor::StrategyInfos, splendor::LoadHost},
}};

}  // namespace

std::span<const GameEntry> Games() { return kGames; }

std::vector<std::string_view> GameNames() {
  std::vector<std::string_view> names;
  for (const GameEntry& game : kGames) names.push_back(game.name);
  return names;
}

const GameEntry& FindGame(std::string_view name) {
  const auto* game = std::find_if(kGames.begin(), kGames.end(),
                                  [name](const GameEntry& entry) { return entry.name == name; });
  PRESTIGE_DCHECK(game != kGames.end());
  return *game;
}

}  // namespace prestige
