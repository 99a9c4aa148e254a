#include "sim/app/match_flags.h"

#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/outcome.h"
#include "sim/app/catalog.h"
#include "sim/app/command.h"
#include "sim/config/suggest.h"

namespace prestige {
void AddMatchFlags(CLI::App& app, MatchFlags& flags) {
  AddNumberFlag(
      app, "--players", [&flags](uint64_t players) { flags.players = static_cast<int>(players); },
      1, kMaxSeats, "number of players (2 unless said)");
  app.add_option("--strategies", flags.strategies,
                 "one for each seat, or one for all (random unless said)")
      ->type_name("LIST");
  AddNumberFlag(
      app, "--seed", [&flags](uint64_t seed) { flags.seed = seed; }, 0,
      std::numeric_limits<uint64_t>::max(), "seed of the run (1 unless said)");
  app.add_option("--move-time", flags.move_time,
                 "seconds that a decision of an outside strategy may take (10 unless said)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.001, 86'400.0));
}

absl::Status CheckMatch(const GameHost& host, const std::vector<StrategySpec>& strategies) {
  if (const absl::Status status = host.CheckPlayers(strategies.size()); !status.ok()) return status;
  for (const StrategySpec& spec : strategies) {
    if (const absl::Status status = host.CheckStrategy(spec); !status.ok()) return status;
  }
  return absl::OkStatus();
}

MatchPlan PlanOf(const MatchFlags& flags, const std::vector<StrategySpec>& strategies) {
  return {Schedule(Texts(strategies)), strategies, flags.seed, absl::Seconds(flags.move_time)};
}

absl::StatusOr<std::vector<StrategySpec>> ResolveStrategies(std::string_view game,
                                                            const MatchFlags& flags) {
  const GameEntry& entry = FindGame(game);
  if (flags.players < static_cast<int>(entry.min_players) ||
      flags.players > static_cast<int>(entry.max_players)) {
    return absl::InvalidArgumentError(absl::StrCat("--players=", flags.players, ": ",
                                                   std::string(game), " is for ", entry.min_players,
                                                   " to ", entry.max_players, " players"));
  }
  const std::vector<StrategyInfo> known = entry.strategies();
  std::vector<StrategySpec> strategies;
  for (const std::string_view part : SplitStrategies(flags.strategies)) {
    absl::StatusOr<StrategySpec> spec = ParseStrategy(part, known);
    if (!spec.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("--strategies=", Printable(flags.strategies),
                                                     " for ", std::string(game), ": ",
                                                     std::string(spec.status().message())));
    }
    strategies.push_back(*std::move(spec));
  }
  const auto players = static_cast<size_t>(flags.players);
  if (strategies.size() == 1) strategies.resize(players, strategies[0]);
  if (strategies.size() != players) {
    return absl::InvalidArgumentError(
        absl::StrCat("--strategies=", flags.strategies, ": ", strategies.size(), " strategies for ",
                     players, " players; allowed: one for each seat, or one for all"));
  }
  return strategies;
}

std::vector<std::string> Texts(const std::vector<StrategySpec>& strategies) {
  std::vector<std::string> texts;
  for (const StrategySpec& strategy : strategies) texts.push_back(strategy.text);
  return texts;
}

}  // namespace prestige
