#include "sim/app/open_match.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "sim/app/catalog.h"
#include "sim/app/match_flags.h"
#include "sim/app/ruleset_flags.h"
#include "sim/config/suggest.h"

namespace prestige {
namespace {

// The sets of levels that a block is played with, as bits. The text gets its one spelling.
absl::StatusOr<std::vector<int>> ParseLevels(const GameEntry& game, std::string* levels) {
  const std::string text = *levels;
  if (text.empty()) return std::vector<int>{0};
  if (game.levels.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--levels=", Printable(text), ": ", std::string(game.name), " has no levels"));
  }
  std::vector<int> sets;
  if (text == "all") {
    for (int set = 0; set < 1 << game.levels.size(); ++set) sets.push_back(set);
    return sets;
  }
  int set = 0;
  std::set<int> numbers;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    int level = 0;
    if (!absl::SimpleAtoi(part, &level) || level < 1 ||
        level > static_cast<int>(game.levels.size()) || (set >> (level - 1) & 1) != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("--levels=", Printable(text), ": allowed: different numbers from 1 to ",
                       game.levels.size(), " separated by commas, or all"));
    }
    set |= 1 << (level - 1);
    numbers.insert(level);
  }
  *levels = absl::StrJoin(numbers, ",");
  return std::vector<int>{set};
}

}  // namespace

absl::StatusOr<OpenedMatch> OpenMatch(RunConfig* config) {
  const std::vector<std::string_view> games = GameNames();
  if (std::find(games.begin(), games.end(), config->game) == games.end()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no game ", Quoted(config->game),
        "; allowed: ", absl::StrJoin(std::vector<std::string>(games.begin(), games.end()), ", "),
        DidYouMean(config->game, games)));
  }
  const GameEntry& game = FindGame(config->game);
  if (config->players == 0) config->players = game.min_players;
  absl::StatusOr<std::unique_ptr<GameHost>> host =
      LoadGame({config->game, config->ruleset, config->sets});
  if (!host.ok()) return host.status();
  absl::StatusOr<std::vector<StrategySpec>> strategies =
      ResolveStrategies(config->game, static_cast<int>(config->players), config->strategies);
  if (!strategies.ok()) return strategies.status();
  if (const absl::Status status = (*host)->CheckPlayers(strategies->size()); !status.ok()) {
    return status;
  }
  for (const StrategySpec& spec : *strategies) {
    if (const absl::Status status = (*host)->CheckStrategy(spec); !status.ok()) return status;
  }
  absl::StatusOr<std::vector<int>> levels = ParseLevels(game, &config->levels);
  if (!levels.ok()) return levels.status();
  std::vector<std::string> texts;
  for (const StrategySpec& spec : *strategies) texts.push_back(spec.text);
  config->strategies = absl::StrJoin(texts, ",");
  auto plan = std::make_unique<MatchPlan>(MatchPlan{
      Schedule(texts, SeatingOf(*config), *std::move(levels), std::string(game.automaton)),
      *std::move(strategies), config->seed, absl::Seconds(config->move_time)});
  return OpenedMatch{*std::move(host), std::move(plan)};
}

}  // namespace prestige
