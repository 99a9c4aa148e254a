#include "sim/app/match_flags.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "engine/core/outcome.h"
#include "sim/app/catalog.h"
#include "sim/app/command.h"
#include "sim/config/suggest.h"

namespace prestige {
namespace {

// The parts of a list between commas that stand outside parentheses.
std::vector<std::string_view> SplitSeats(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == ',' && depth == 0) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

}  // namespace

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
}

absl::StatusOr<std::vector<std::string>> ResolveStrategies(std::string_view game,
                                                           const MatchFlags& flags) {
  const GameEntry& entry = FindGame(game);
  if (flags.players < static_cast<int>(entry.min_players) ||
      flags.players > static_cast<int>(entry.max_players)) {
    return absl::InvalidArgumentError(absl::StrCat("--players=", flags.players, ": ",
                                                   std::string(game), " is for ", entry.min_players,
                                                   " to ", entry.max_players, " players"));
  }
  std::vector<std::string_view> known;
  for (const StrategyEntry& strategy : Strategies()) {
    if (std::find(strategy.games.begin(), strategy.games.end(), game) != strategy.games.end()) {
      known.push_back(strategy.name);
    }
  }
  const std::vector<std::string_view> parts = SplitSeats(flags.strategies);
  std::vector<std::string> strategies;
  for (const std::string_view part : parts) {
    if (std::find(known.begin(), known.end(), part) == known.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--strategies=", flags.strategies, ": no strategy ", Quoted(part), " for ",
                       std::string(game), "; `prestige list` shows them", DidYouMean(part, known)));
    }
    strategies.emplace_back(part);
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

}  // namespace prestige
