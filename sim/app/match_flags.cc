#include "sim/app/match_flags.h"

#include <limits>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "engine/core/outcome.h"
#include "sim/app/catalog.h"
#include "sim/app/command.h"
#include "sim/config/suggest.h"

namespace prestige {
MatchFlags::MatchFlags(CLI::App& app) {
  Add(AddChoiceFlag(app, "--game", values_.game, GameNames(), "the game (coatl unless said)"),
      [](const RunConfig& from, RunConfig* to) { to->game = from.game; });
  Add(app.add_option("--ruleset", values_.ruleset,
                     "a ruleset's name, or a file's path (base unless said)")
          ->type_name("NAME"),
      [](const RunConfig& from, RunConfig* to) { to->ruleset = from.ruleset; });
  Add(AddRepeatedFlag(app, "--set", values_.sets,
                      "change one field, such as keep=2 or deal=[3,3,3,3]; may be repeated")
          ->type_name("K=V"),
      [](const RunConfig& from, RunConfig* to) { to->sets = from.sets; });
  Add(AddNumberFlag(
          app, "--players", [this](uint64_t players) { values_.players = players; }, 1, kMaxSeats,
          "number of players (as few as the game allows unless said)"),
      [](const RunConfig& from, RunConfig* to) { to->players = from.players; });
  Add(app.add_option("--strategies", values_.strategies,
                     "one for each seat, or one for all (greedy unless said)")
          ->type_name("LIST"),
      [](const RunConfig& from, RunConfig* to) { to->strategies = from.strategies; });
  Add(AddNumberFlag(
          app, "--seed", [this](uint64_t seed) { values_.seed = seed; }, 0,
          std::numeric_limits<uint64_t>::max(), "seed of the run (1 unless said)"),
      [](const RunConfig& from, RunConfig* to) { to->seed = from.seed; });
  Add(app.add_option("--levels", values_.levels,
                     "of a solo game: 1,4 for some, all for every combination (none unless said)")
          ->type_name("LIST"),
      [](const RunConfig& from, RunConfig* to) { to->levels = from.levels; });
  Add(AddChoiceFlag(app, "--seating", values_.seating, {"all", "rotations", "fixed"},
                    "which arrangements of the strategies a block has (all unless said)"),
      [](const RunConfig& from, RunConfig* to) { to->seating = from.seating; });
  Add(app.add_option("--move-time", values_.move_time,
                     "seconds that a decision of an outside strategy may take (10 unless said)")
          ->type_name("SECONDS")
          ->check([](const std::string& text) -> std::string {
            double seconds = 0;
            if (absl::SimpleAtod(text, &seconds) && seconds >= kLeastMoveTime &&
                seconds <= kMostMoveTime) {
              return "";
            }
            return absl::StrCat(Quoted(text), " is not a number of seconds from ", kLeastMoveTime,
                                " to ", kMostMoveTime);
          }),
      [](const RunConfig& from, RunConfig* to) { to->move_time = from.move_time; });
}

std::vector<std::string> MatchFlags::Given() const {
  std::vector<std::string> names;
  for (const Flag& flag : takes_) {
    if (flag.option->count() > 0) names.push_back(flag.option->get_name());
  }
  return names;
}

void MatchFlags::ApplyTo(RunConfig* config) const {
  for (const Flag& flag : takes_) {
    if (flag.option->count() > 0) flag.take(values_, config);
  }
}

absl::StatusOr<std::vector<StrategySpec>> ResolveStrategies(std::string_view game, int players,
                                                            const std::string& list) {
  const GameEntry& entry = FindGame(game);
  if (players < static_cast<int>(entry.min_players) ||
      players > static_cast<int>(entry.max_players)) {
    return absl::InvalidArgumentError(absl::StrCat("--players=", players, ": ", std::string(game),
                                                   " is for ", PlayersText(entry)));
  }
  const std::vector<StrategyInfo> known = entry.strategies();
  std::vector<StrategySpec> strategies;
  for (const std::string_view part : SplitStrategies(list)) {
    absl::StatusOr<StrategySpec> spec = ParseStrategy(part, known);
    if (!spec.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("--strategies=", Printable(list), " for ",
                                                     std::string(game), ": ",
                                                     std::string(spec.status().message())));
    }
    strategies.push_back(*std::move(spec));
  }
  const auto seats = static_cast<size_t>(players);
  if (strategies.size() == 1) strategies.resize(seats, strategies[0]);
  if (strategies.size() != seats) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--strategies=", list, ": ", strategies.size(), " strategies for ", players,
        players == 1 ? " player" : " players", "; allowed: one for each seat, or one for all"));
  }
  return strategies;
}

}  // namespace prestige
