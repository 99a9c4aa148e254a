#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/config/strategy_spec.h"
#include "sim/play/game_host.h"

namespace prestige {

// --players, --strategies, --seed and --move-time, which the commands that play games share.
struct MatchFlags {
  int players = 2;
  std::string strategies = "random";
  uint64_t seed = 1;
  double move_time = 10;  // seconds
};
void AddMatchFlags(CLI::App& app, MatchFlags& flags);

// One strategy a seat, each known to the game and in its one spelling. The text names one for each
// seat, or one for all.
absl::StatusOr<std::vector<StrategySpec>> ResolveStrategies(std::string_view game,
                                                            const MatchFlags& flags);

// Whether these strategies can play here, and so many of them.
absl::Status CheckMatch(const GameHost& host, const std::vector<StrategySpec>& strategies);

// What these flags ask for, with the strategies that ResolveStrategies made of them.
MatchPlan PlanOf(const MatchFlags& flags, const std::vector<StrategySpec>& strategies);

// The one spelling of each.
std::vector<std::string> Texts(const std::vector<StrategySpec>& strategies);

}  // namespace prestige
