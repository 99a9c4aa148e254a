#include "sim/app/replay_command.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "sim/app/match_flags.h"
#include "sim/app/python_package.h"
#include "sim/app/ruleset_flags.h"
#include "sim/play/schedule.h"

namespace prestige {
namespace {

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

absl::Status RunReplay(const ReplayFlags& flags, Context& context) {
  if (flags.game_id && (flags.from || flags.count)) {
    return absl::InvalidArgumentError(
        "prestige replay: --game-id is one game, --from and --count are a range; "
        "give the one or the other");
  }
  const uint64_t first = flags.game_id ? *flags.game_id : flags.from.value_or(0);
  const uint64_t count = flags.count.value_or(1);
  const absl::StatusOr<std::unique_ptr<GameHost>> host = LoadGame(flags.ruleset);
  if (!host.ok()) return host.status();
  const absl::StatusOr<std::vector<StrategySpec>> strategies =
      ResolveStrategies(flags.ruleset.game, flags.match);
  if (!strategies.ok()) return strategies.status();
  if (const absl::Status status = CheckMatch(**host, *strategies); !status.ok()) {
    return status;
  }
  const MatchPlan plan = PlanOf(flags.match, *strategies);
  const std::unique_ptr<GameTable> table = (*host)->OpenTable(plan);
  const auto write = [&](ReplayFormat format, std::ostream& out) {
    for (uint64_t id = first; id < first + count && out; ++id) {
      table->Replay(plan.schedule.GameAt(id), format, context.out_color, out);
    }
  };
  if (flags.format == "html") {
    // The package gets the log, and what the cards ask as a line of its own before it.
    nlohmann::ordered_json deck = nlohmann::ordered_json::parse((*host)->DeckJson());
    deck["type"] = "deck";
    std::ostringstream log;
    log << deck.dump() << "\n";
    write(ReplayFormat::kLines, log);
    return RunPythonPackage({"view"}, log.str(), context.out);
  }
  write(flags.format == "jsonl" ? ReplayFormat::kLines : ReplayFormat::kText, context.out);
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
  AddChoiceFlag(app, "--format", flags->format, {"text", "jsonl", "html"},
                "for people, a log for programs, or a page for a browser");
  AddMatchFlags(app, flags->match);
  AddRulesetFlags(app, flags->ruleset);
  return [flags](Context& context) { return RunReplay(*flags, context); };
}

}  // namespace prestige
