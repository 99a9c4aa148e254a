#include "sim/app/replay_command.h"

#include <memory>
#include <optional>

#include "engine/coatl/game.h"
#include "sim/app/match_flags.h"
#include "sim/app/ruleset_flags.h"
#include "sim/coatl/replay.h"
#include "sim/play/match.h"
#include "sim/play/schedule.h"

namespace prestige {
namespace {

using coatl::CoatlGame;

// A run has no more games than that; the sum of two such numbers is still a number.
constexpr uint64_t kMaxGameId = 1'000'000'000'000'000;

struct ReplayFlags {
  RulesetFlags ruleset;
  MatchFlags match;
  std::optional<uint64_t> game_id;
  std::optional<uint64_t> from;
  std::optional<uint64_t> count;
  std::string format = "text";
};

coatl::GameRecord Play(const coatl::Rules& rules, const Schedule& schedule, uint64_t seed,
                       uint64_t game_id) {
  const ScheduledGame game = schedule.GameAt(game_id);
  const size_t players = schedule.seatings()[game.seating].size();
  std::vector<Seat<CoatlGame>> seats(players);
  coatl::GameRecord record;
  record.seed = seed;
  record.index = game_id;
  for (size_t seat = 0; seat < players; ++seat) {
    record.strategies.push_back(schedule.StrategyAt(game.seating, seat));
  }
  const uint64_t key = DealKey(seed, game.block_id);
  record.start = CoatlGame::Setup(rules, static_cast<int>(players), key);
  record.end = record.start;
  EventLog log;
  PlayMatch<CoatlGame>(rules, seats, key, &record.end, &log);
  record.events = std::move(log.events);
  return record;
}

absl::Status RunReplay(const ReplayFlags& flags, Context& context) {
  if (flags.game_id && (flags.from || flags.count)) {
    return absl::InvalidArgumentError(
        "prestige replay: --game-id is one game, --from and --count are a range; "
        "give the one or the other");
  }
  const uint64_t first = flags.game_id ? *flags.game_id : flags.from.value_or(0);
  const uint64_t count = flags.count.value_or(1);
  const absl::StatusOr<coatl::LoadedRuleset> loaded = LoadCoatl(flags.ruleset);
  if (!loaded.ok()) return loaded.status();
  const absl::StatusOr<std::vector<std::string>> strategies =
      ResolveStrategies(flags.ruleset.game, flags.match);
  if (!strategies.ok()) return strategies.status();
  if (const absl::Status status = coatl::CheckPlayers(loaded->rules, strategies->size());
      !status.ok()) {
    return status;
  }
  const Schedule schedule(*strategies);
  for (uint64_t id = first; id < first + count && context.out; ++id) {
    const coatl::GameRecord record = Play(loaded->rules, schedule, flags.match.seed, id);
    if (flags.format == "jsonl") {
      coatl::WriteReplayLines(loaded->rules, record, context.out);
    } else {
      coatl::WriteReplayText(loaded->rules, record, context.out_color, context.out);
    }
  }
  return absl::OkStatus();
}

}  // namespace

CommandRun DeclareReplay(CLI::App& app) {
  const auto flags = std::make_shared<ReplayFlags>();
  const auto number = [&app](const std::string& name, std::optional<uint64_t>& value,
                             const std::string& help) {
    AddNumberFlag(app, name, [&value](uint64_t n) { value = n; }, 0, kMaxGameId, help);
  };
  number("--game-id", flags->game_id, "the game's number in the schedule");
  number("--from", flags->from, "the first of a range of games (0 unless said)");
  number("--count", flags->count, "how many games (1 unless said)");
  AddChoiceFlag(app, "--format", flags->format, {"text", "jsonl"},
                "for people, or a log for programs");
  AddMatchFlags(app, flags->match);
  AddRulesetFlags(app, flags->ruleset);
  return [flags](Context& context) { return RunReplay(*flags, context); };
}

}  // namespace prestige
