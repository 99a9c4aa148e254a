#include "sim/app/open_match.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "sim/app/catalog.h"
#include "sim/app/match_flags.h"
#include "sim/app/ruleset_flags.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"

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
  // Both go into JSON.
  for (const std::string& text : {config->ruleset, config->strategies}) {
    for (std::string_view rest = text; !rest.empty();) {
      const size_t bytes = Utf8CharacterSize(rest);
      if (bytes == 0) return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is no UTF-8"));
      rest.remove_prefix(bytes);
    }
  }
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

absl::Status CheckSameRun(const RunFolder::Story& story, const RunConfig& config,
                          const GameHost& host) {
  if (story.config_hash != Hex(ConfigHash(config))) {
    return absl::InvalidArgumentError("run.json has been changed since the run began");
  }
  if (story.rules_hash != Hex(host.rules_hash()) || story.deck_hash != Hex(host.deck_hash())) {
    return absl::InvalidArgumentError("the ruleset or its decks have changed since the run began");
  }
  return absl::OkStatus();
}

bool Repeatable(const MatchPlan& plan) {
  return std::all_of(plan.strategies.begin(), plan.strategies.end(),
                     [](const StrategySpec& strategy) { return strategy.repeatable; });
}

std::string Hex(uint64_t hash) { return absl::StrFormat("%016x", hash); }

}  // namespace prestige
