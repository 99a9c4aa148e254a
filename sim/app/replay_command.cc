#include "sim/app/replay_command.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "sim/app/match_flags.h"
#include "sim/app/open_match.h"
#include "sim/app/python_package.h"
#include "sim/run/run_folder.h"

namespace prestige {
namespace {

// A run has no more games than that; the sum of two such numbers is still a number.
constexpr uint64_t kMaxGameId = 1'000'000'000'000'000;

struct ReplayFlags {
  explicit ReplayFlags(CLI::App& app) : match(app) {}

  MatchFlags match;
  std::string run;
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
  const std::vector<std::string> given = flags.match.Given();
  if (!flags.run.empty() && !given.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "prestige replay: ", given[0], " does not go with --run: the run says what was played"));
  }
  const uint64_t first = flags.game_id ? *flags.game_id : flags.from.value_or(0);
  const uint64_t count = flags.count.value_or(1);
  RunConfig config;
  flags.match.ApplyTo(&config);
  std::optional<RunFolder> folder;
  std::optional<RunFolder::Story> story;
  if (!flags.run.empty()) {
    absl::StatusOr<RunFolder> opened = RunFolder::Look(flags.run);
    if (!opened.ok()) return opened.status();
    folder.emplace(*std::move(opened));
    absl::StatusOr<RunFolder::Story> read = folder->ReadRunJson();
    if (!read.ok()) return read.status();
    story = *std::move(read);
    config = story->config;
    if (first >= story->games || count > story->games - first) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--run=", flags.run, ": the run has the games 0 to ", story->games - 1, " so far"));
    }
  }
  const absl::StatusOr<OpenedMatch> match = OpenMatch(&config);
  if (!match.ok()) return match.status();
  if (story) {
    if (const absl::Status status = CheckSameRun(*story, config, *match->host); !status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--run=", flags.run, ": ", std::string(status.message())));
    }
  }
  const bool recorded = folder && !Repeatable(*match->plan);
  if (recorded && flags.format == "text") {
    return absl::InvalidArgumentError(
        "prestige replay: a strategy of this run cannot be repeated, so its games are told from "
        "their recorded events, with --format=jsonl or html");
  }
  const auto write = [&](std::ostream& out) {
    if (recorded) return folder->CopyEvents(first, count, out);
    const std::unique_ptr<GameTable> table = match->host->OpenTable(*match->plan);
    const ReplayFormat format = flags.format == "text" ? ReplayFormat::kText : ReplayFormat::kLines;
    for (uint64_t id = first; id < first + count && out; ++id) {
      table->Replay(match->plan->schedule.GameAt(id), format, context.out_color, out);
    }
    return absl::OkStatus();
  };
  if (flags.format != "html") return write(context.out);
  // The package gets the log, and what the cards ask as a line of its own before it.
  nlohmann::ordered_json deck = nlohmann::ordered_json::parse(match->host->DeckJson());
  deck["type"] = "deck";
  std::ostringstream log;
  log << deck.dump() << "\n";
  if (const absl::Status status = write(log); !status.ok()) return status;
  return RunPythonPackage({"view"}, log.str(), context.out);
}

}  // namespace

CommandRun DeclareReplay(CLI::App& app) {
  const auto flags = std::make_shared<ReplayFlags>(app);
  const auto number = [&app](const std::string& name, std::optional<uint64_t>& value,
                             const std::string& help) {
    AddNumberFlag(app, name, [&value](uint64_t n) { value = n; }, 0, kMaxGameId, help);
  };
  AddFolderFlag(app, "--run", flags->run, "the folder of the run that the games are of");
  number("--game-id", flags->game_id, "the game's number in the schedule");
  number("--from", flags->from, "the first of a range of games (0 unless said)");
  number("--count", flags->count, "how many games (1 unless said)");
  AddChoiceFlag(app, "--format", flags->format, {"text", "jsonl", "html"},
                "for people, a log for programs, or a page for a browser");
  return [flags](Context& context) { return RunReplay(*flags, context); };
}

}  // namespace prestige
