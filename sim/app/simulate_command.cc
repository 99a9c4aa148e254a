#include "sim/app/simulate_command.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "engine/coatl/matcher_target.h"
#include "sim/app/catalog.h"
#include "sim/app/match_flags.h"
#include "sim/app/open_match.h"
#include "sim/config/text_file.h"
#include "sim/run/interrupt.h"
#include "sim/run/run_folder.h"
#include "sim/run/runner.h"
#include "sim/run/summary.h"
#include "sim/version.h"

namespace prestige {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr uint64_t kMaxThreads = 1024;

struct SimulateFlags {
  explicit SimulateFlags(CLI::App& app) : match(app) {}

  MatchFlags match;
  std::string config_file;  // --config
  std::string out;
  std::string resume;
  bool force = false;
  uint64_t threads = 0;  // 0: all cores
  bool quiet = false;
  std::string format = "text";
};

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

// "1 h 5 min", "2 min 20 s", "7 s".
std::string Duration(double seconds) {
  const auto whole = static_cast<int64_t>(seconds + 0.5);
  if (whole >= 3600) return absl::StrFormat("%d h %d min", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return absl::StrFormat("%d min %d s", whole / 60, whole % 60);
  return absl::StrFormat("%d s", whole);
}

// One line that is written over on a terminal, a line now and then elsewhere.
class ProgressLine {
 public:
  ProgressLine(bool quiet, bool terminal, uint64_t games_before, uint64_t games, std::ostream& err)
      : quiet_(quiet), terminal_(terminal), before_(games_before), games_(games), err_(err) {}

  void Show(uint64_t done) {
    constexpr std::chrono::seconds kPlainEvery{10};
    const Clock::time_point now = Clock::now();
    if (quiet_ || (!terminal_ && now - shown_ < kPlainEvery)) return;
    shown_ = now;
    const double rate = static_cast<double>(done - before_) / Seconds(now - begin_);
    const double left = rate > 0 ? static_cast<double>(games_ - std::min(done, games_)) / rate : 0;
    err_ << absl::StreamFormat("%s%s of %s games, %s/s, %s left%s", terminal_ ? "\r\x1b[K" : "",
                               Grouped(done), Grouped(games_), Grouped(static_cast<uint64_t>(rate)),
                               Duration(left), terminal_ ? "" : "\n");
    err_.flush();
  }
  void Clear() {
    if (!quiet_ && terminal_) err_ << "\r\x1b[K" << std::flush;
  }

 private:
  bool quiet_;
  bool terminal_;
  uint64_t before_;
  uint64_t games_;
  std::ostream& err_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = Clock::now();
};

// run.json: all but `machine` is a function of what is played.
Json RunJson(const RunConfig& config, const GameHost& host, const Tally& tally, bool complete,
             uint64_t threads, double seconds) {
  Json marks = Json::array();
  for (const uint64_t mark : tally.marks()) marks.push_back(Hex(mark));
  return {
      {"schema_version", kSchemaVersion},
      {"config", ToJson(config)},
      {"config_hash", Hex(ConfigHash(config))},
      {"ruleset",
       {{"name", host.ruleset_name()},
        {"rules_hash", Hex(host.rules_hash())},
        {"deck_hash", Hex(host.deck_hash())},
        {"text", host.ruleset_text()}}},
      {"deck", Json::parse(host.DeckJson())},
      {"level_names", FindGame(config.game).levels},
      {"seed", config.seed},
      {"program", {{"version", Version()}, {"commit", Commit()}, {"compiler", Compiler()}}},
      {"signature", Hex(tally.signature())},
      {"signature_marks", marks},
      {"progress", {{"blocks", tally.blocks()}, {"games", tally.games()}, {"complete", complete}}},
      {"machine",
       {{"simd_target", coatl::SimdTargetName()}, {"threads", threads}, {"seconds", seconds}}}};
}

TableWriter TablesOf(const RunConfig& config, const GameHost& host, const Schedule& schedule) {
  return {schedule,
          host.layout(),
          {{"schema_version", absl::StrCat(kSchemaVersion)},
           {"config_hash", Hex(ConfigHash(config))},
           {"deck_hash", Hex(host.deck_hash())},
           {"seed", absl::StrCat(config.seed)}}};
}

// Plays the first blocks again and compares their signature with the run's: a program that plays
// differently must not go on with it. As many as a second allows.
absl::Status CheckPlaysAlike(const GameHost& host, const MatchPlan& plan, const Tally& tally) {
  if (!Repeatable(plan)) return absl::OkStatus();
  const std::unique_ptr<GameTable> table = host.OpenTable(plan);
  const Clock::time_point begin = Clock::now();
  EventHash signature;
  uint64_t game_id = 0;
  for (size_t i = 0; i < Tally::kMarks && uint64_t{1} << i <= tally.blocks(); ++i) {
    const uint64_t games = (uint64_t{1} << i) * plan.schedule.games_per_block();
    for (; game_id < games; ++game_id) {
      signature.Fold(table->PlayBare(plan.schedule.GameAt(game_id)).hash);
    }
    if (signature.hash != tally.marks()[i]) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--resume: this program plays differently from the one that began the run (signature "
          "%016x of the first %d games, there %016x); go on with that one, or begin a new run",
          signature.hash, games, tally.marks()[i]));
    }
    if (Seconds(Clock::now() - begin) > 1) break;
  }
  return absl::OkStatus();
}

// A word of a command line, in quotes if a shell would not take it as it is.
std::string ShellWord(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (word.find_first_not_of(kPlain) == std::string::npos) return word;
  return absl::StrCat("'", absl::StrReplaceAll(word, {{"'", "'\\''"}}), "'");
}

// The command that shows a game of the run again; empty if there is none.
std::string ReplayCommand(const RunConfig& config, const MatchPlan& plan, const std::string& out) {
  if (!Repeatable(plan)) {
    if (out.empty() || DetailOf(config) != Detail::kFull) return "";
    return absl::StrCat("prestige replay ", ShellWord("--run=" + out),
                        " --game-id=0 --format=jsonl");
  }
  if (!out.empty())
    return absl::StrCat("prestige replay ", ShellWord("--run=" + out), " --game-id=0");
  std::string command = absl::StrCat("prestige replay --game=", config.game);
  const RunConfig plain;
  if (config.ruleset != plain.ruleset) {
    absl::StrAppend(&command, " ", ShellWord("--ruleset=" + config.ruleset));
  }
  for (const std::string& set : config.sets) absl::StrAppend(&command, " --set ", ShellWord(set));
  absl::StrAppend(&command, " --players=", config.players, " ",
                  ShellWord("--strategies=" + config.strategies), " --seed=", config.seed);
  if (!config.levels.empty()) absl::StrAppend(&command, " --levels=", config.levels);
  if (config.seating != plain.seating) absl::StrAppend(&command, " --seating=", config.seating);
  return absl::StrCat(command, " --game-id=0");
}

absl::Status RunSimulate(const SimulateFlags& flags, RunConfig config, Context& context) {
  std::optional<RunFolder> folder;
  std::optional<RunFolder::Story> before;  // of a run to go on with
  if (!flags.resume.empty()) {
    absl::StatusOr<RunFolder> opened = RunFolder::Open(flags.resume);
    if (!opened.ok()) return opened.status();
    folder.emplace(*std::move(opened));
    absl::StatusOr<RunFolder::Story> story = folder->ReadRunJson();
    if (!story.ok()) return story.status();
    before = *std::move(story);
    const uint64_t games = config.games;
    config = before->config;
    if (games != 0 && games < config.games) {
      return absl::InvalidArgumentError(
          absl::StrCat("--games=", games, ": the run has ", config.games,
                       " games; with --resume only a larger number is allowed"));
    }
    config.games = std::max(games, config.games);
  }
  absl::StatusOr<OpenedMatch> match = OpenMatch(&config);
  if (!match.ok()) return match.status();
  const GameHost& host = *match->host;
  const Schedule& schedule = match->plan->schedule;
  const absl::StatusOr<std::optional<double>> stop_at = StopAtOf(config);
  if (!stop_at.ok()) return stop_at.status();

  Tally tally(schedule, host.layout());
  PartRows rows;
  const bool resumed = folder.has_value();
  if (resumed) {
    if (const absl::Status status = CheckSameRun(*before, config, host); !status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--resume=", flags.resume, ": ", std::string(status.message())));
    }
    const absl::StatusOr<bool> state = folder->ReadState(&tally, &rows);
    if (!state.ok()) return state.status();
    if (const absl::Status status = CheckPlaysAlike(host, *match->plan, tally); !status.ok()) {
      return status;
    }
  } else if (!flags.out.empty()) {
    absl::StatusOr<RunFolder> created = RunFolder::Create(flags.out, flags.force);
    if (!created.ok()) return created.status();
    folder.emplace(*std::move(created));
  }

  // --games of each set of levels, in whole blocks.
  const uint64_t sets =
      config.levels == "all" ? uint64_t{1} << FindGame(config.game).levels.size() : 1;
  const uint64_t wanted = config.games * sets;
  const uint64_t games_per_block = schedule.games_per_block();
  const uint64_t blocks = (wanted + games_per_block - 1) / games_per_block;
  const uint64_t threads = flags.threads != 0
                               ? flags.threads
                               : std::max<uint64_t>(1, std::thread::hardware_concurrency());
  const Clock::time_point begin = Clock::now();
  const uint64_t games_before = tally.games();
  const TableWriter tables = TablesOf(config, host, schedule);
  const Detail detail = DetailOf(config);
  const auto save = [&](bool whole) {
    return folder->WriteRunJson(
        RunJson(config, host, tally, whole, threads, Seconds(Clock::now() - begin)));
  };
  const RunPlan plan{host,
                     *match->plan,
                     blocks,
                     *stop_at,
                     threads,
                     folder.has_value() && detail != Detail::kSummary,
                     folder.has_value() && detail == Detail::kFull,
                     folder ? &*folder : nullptr,
                     &tables,
                     [&](const Tally&) { return save(false); }};
  const bool play = tally.blocks() < blocks && !(*stop_at && StopsHere(schedule, tally, **stop_at));
  RunEnd end = RunEnd::kComplete;
  if (play) {
    if (folder) {
      if (const absl::Status status = save(false); !status.ok()) return status;
    }
    const InterruptFlag interrupt;
    ProgressLine progress(flags.quiet, context.err_terminal, games_before, blocks * games_per_block,
                          context.err);
    const absl::StatusOr<RunEnd> played = PlayRun(
        plan, interrupt.raised(), [&](uint64_t done) { progress.Show(done); }, &tally, &rows);
    progress.Clear();
    if (!played.ok()) {
      return absl::Status(
          played.status().code(),
          absl::StrCat(
              std::string(played.status().message()),
              folder ? absl::StrCat("\nwhat was complete is kept; go on with: prestige simulate ",
                                    ShellWord("--resume=" + folder->path().string()))
                     : ""));
    }
    end = *played;
    if (folder && end != RunEnd::kInterrupted) {
      if (const absl::Status status = save(true); !status.ok()) return status;
    }
  }

  const std::string out = folder ? folder->path().string() : "";
  const Json summary =
      SummaryJson(config, schedule, host.layout(), tally,
                  {play ? Seconds(Clock::now() - begin) : 0, tally.games() - games_before},
                  FindGame(config.game).levels);
  if (flags.format == "json") {
    context.out << summary.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  } else if (tally.blocks() > 0) {
    context.out << SummaryText(summary);
    if (blocks * games_per_block != wanted && end == RunEnd::kComplete) {
      context.out << absl::StreamFormat("%s games were asked for; blocks of %d games make it %s\n",
                                        Grouped(wanted), games_per_block,
                                        Grouped(blocks * games_per_block));
    }
    if (end == RunEnd::kStopped) {
      context.out << absl::StreamFormat("stopped at a half-width of %s (a width, not a test)\n",
                                        config.stop_at);
    }
    if (const std::string replay = ReplayCommand(config, *match->plan, out); !replay.empty()) {
      context.out << "replay  " << replay << "\n";
    }
    context.out << (out.empty() ? std::string("nothing was written; --out=DIR keeps the run\n")
                                : absl::StrCat("written to ", out, "\n"));
  }
  if (end == RunEnd::kInterrupted) {
    return absl::CancelledError(
        out.empty() ? std::string("interrupted; nothing was written (--out=DIR keeps a run)")
                    : absl::StrCat("interrupted; go on with: prestige simulate ",
                                   ShellWord("--resume=" + out)));
  }
  return absl::OkStatus();
}

}  // namespace

CommandRun DeclareSimulate(CLI::App& app) {
  const auto flags = std::make_shared<SimulateFlags>(app);
  MatchFlags& match = flags->match;
  RunConfig& config = match.values();
  const CLI::Option* games = AddNumberFlag(
      app, "--games", [&config](uint64_t n) { config.games = n; }, 1, kMaxGames,
      "how many, rounded up to whole blocks (10,000 unless said)");
  match.Add(games, [](const RunConfig& from, RunConfig* to) { to->games = from.games; });
  match.Add(AddChoiceFlag(app, "--detail", config.detail, {"summary", "games", "full"},
                          "which tables are written (games unless said)"),
            [](const RunConfig& from, RunConfig* to) { to->detail = from.detail; });
  match.Add(app.add_option("--stop-at", config.stop_at,
                           "stop when every win share has this half-width, such as 0.1pp, looked "
                           "at every 1,024 blocks; --games is then the most to play. A width for "
                           "an estimate, not a test")
                ->type_name("WIDTH"),
            [](const RunConfig& from, RunConfig* to) { to->stop_at = from.stop_at; });
  const CLI::Option* config_file =
      app.add_option("--config", flags->config_file,
                     "a run file of TOML with these flags as keys; flags on top")
          ->type_name("FILE");
  const CLI::Option* out =
      AddFolderFlag(app, "--out", flags->out, "the folder to write the run to");
  const CLI::Option* force =
      app.add_flag("--force", flags->force, "replace the run that the folder holds");
  const CLI::Option* resume =
      AddFolderFlag(app, "--resume", flags->resume,
                    "go on with the run in this folder; with --games, up to more games");
  AddNumberFlag(
      app, "--threads", [flags = flags.get()](uint64_t n) { flags->threads = n; }, 1, kMaxThreads,
      "how many threads (all cores unless said)");
  app.add_flag("--quiet", flags->quiet, "no progress");
  AddChoiceFlag(app, "--format", flags->format, {"text", "json"}, "a table, or JSON");

  return [=](Context& context) -> absl::Status {
    RunConfig resolved;
    if (resume->count() > 0) {
      std::vector<std::string> unwanted = flags->match.Given();
      std::erase(unwanted, games->get_name());
      for (const CLI::Option* option : {config_file, out, force}) {
        if (option->count() > 0) unwanted.push_back(option->get_name());
      }
      if (!unwanted.empty()) {
        return absl::InvalidArgumentError(
            absl::StrCat(unwanted[0],
                         " does not go with --resume; allowed: --threads, --quiet, --format and a "
                         "larger --games"));
      }
      resolved.games = games->count() > 0 ? flags->match.values().games : 0;
      return RunSimulate(*flags, resolved, context);
    }
    if (force->count() > 0 && out->count() == 0) {
      return absl::InvalidArgumentError("--force needs --out: there is nothing to replace");
    }
    if (config_file->count() > 0) {
      if (const absl::Status status = ReadRunFile(flags->config_file, &resolved); !status.ok()) {
        return status;
      }
    }
    flags->match.ApplyTo(&resolved);
    return RunSimulate(*flags, resolved, context);
  };
}

}  // namespace prestige
