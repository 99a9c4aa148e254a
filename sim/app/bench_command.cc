#include "sim/app/bench_command.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "engine/core/event.h"
#include "sim/app/catalog.h"
#include "sim/app/match_flags.h"
#include "sim/app/open_match.h"

namespace prestige {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint64_t kMaxBenchGames = 100'000'000;  // eight bytes a game are kept
constexpr uint64_t kMaxThreads = 1024;

struct BenchFlags {
  explicit BenchFlags(CLI::App& app) : match(app) {}

  MatchFlags match;
  uint64_t games = 10'000;
  uint64_t threads = 1;
  std::string format = "text";
};

// What one workload did.
struct Measured {
  std::string game;
  int players = 0;
  uint64_t games = 0;
  uint64_t decisions = 0;
  double seconds = 0;
  uint64_t signature = 0;  // over the events of all games, in the order of the schedule
};

Measured RunWorkload(const std::string& game, const GameHost& host, const MatchPlan& plan,
                     uint64_t games, uint64_t threads) {
  std::vector<uint64_t> hashes(games);
  std::atomic<uint64_t> next{0};
  std::atomic<uint64_t> decisions{0};
  constexpr uint64_t kChunk = 256;
  const auto work = [&] {
    const std::unique_ptr<GameTable> table = host.OpenTable(plan);
    uint64_t asked = 0;
    for (uint64_t begin = next.fetch_add(kChunk); begin < games; begin = next.fetch_add(kChunk)) {
      for (uint64_t id = begin; id < std::min(begin + kChunk, games); ++id) {
        const GameRow row = table->PlayBare(plan.schedule.GameAt(id));
        hashes[id] = row.hash;
        asked += row.decisions;
      }
    }
    decisions += asked;
  };
  const absl::Time begin = absl::Now();
  std::vector<std::future<void>> workers;
  for (uint64_t i = 1; i < threads; ++i) workers.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void>& worker : workers) worker.get();
  const double seconds = absl::ToDoubleSeconds(absl::Now() - begin);

  EventHash signature;
  for (const uint64_t hash : hashes) signature.Fold(hash);
  return {game,          static_cast<int>(plan.schedule.players()), games, decisions, seconds,
          signature.hash};
}

double PerSecond(uint64_t count, double seconds) { return static_cast<double>(count) / seconds; }

Json ToJson(const Measured& measured) {
  return {{"game", measured.game},
          {"players", measured.players},
          {"games", measured.games},
          {"decisions", measured.decisions},
          {"games_per_second", PerSecond(measured.games, measured.seconds)},
          {"decisions_per_second", PerSecond(measured.decisions, measured.seconds)},
          {"signature", absl::StrFormat("%016x", measured.signature)}};
}

void Print(const Measured& measured, std::ostream& out) {
  out << absl::StrFormat("%-10s %d player%s  %8d games  %10.0f games/s  %11.0f decisions/s\n",
                         measured.game, measured.players, measured.players == 1 ? " " : "s",
                         measured.games, PerSecond(measured.games, measured.seconds),
                         PerSecond(measured.decisions, measured.seconds));
}

// The fixed workload is every game with every number of players.
std::vector<RunConfig> FixedWorkloads() {
  std::vector<RunConfig> workloads;
  for (const GameEntry& game : Games()) {
    for (size_t players = game.min_players; players <= game.max_players; ++players) {
      RunConfig workload;
      workload.game = game.name;
      workload.players = players;
      workload.strategies = "random";
      workloads.push_back(workload);
    }
  }
  return workloads;
}

absl::Status RunBench(const BenchFlags& flags, Context& context) {
  const bool chosen = !flags.match.Given().empty();
  std::vector<RunConfig> todo = FixedWorkloads();
  if (chosen) {
    todo = {{}};
    flags.match.ApplyTo(&todo[0]);
  }
  EventHash signature;
  Json workloads = Json::array();
  for (RunConfig& workload : todo) {
    const absl::StatusOr<OpenedMatch> match = OpenMatch(&workload);
    if (!match.ok()) return match.status();
    const Measured measured =
        RunWorkload(workload.game, *match->host, *match->plan, flags.games, flags.threads);
    signature.Fold(measured.signature);
    workloads.push_back(ToJson(measured));
    if (flags.format == "text") Print(measured, context.out);
  }
  if (flags.format == "text") {
    context.out << absl::StrFormat("signature %016x\n", signature.hash);
  } else if (chosen) {
    context.out << workloads[0] << "\n";
  } else {
    context.out << Json{{"signature", absl::StrFormat("%016x", signature.hash)},
                        {"workloads", workloads}}
                << "\n";
  }
  return absl::OkStatus();
}

}  // namespace

CommandRun DeclareBench(CLI::App& app) {
  const auto flags = std::make_shared<BenchFlags>(app);
  AddNumberFlag(
      app, "--games", [flags = flags.get()](uint64_t games) { flags->games = games; }, 1,
      kMaxBenchGames, "how many games a workload (10,000 unless said)");
  AddNumberFlag(
      app, "--threads", [flags = flags.get()](uint64_t threads) { flags->threads = threads; }, 1,
      kMaxThreads, "how many threads (1 unless said)");
  AddChoiceFlag(app, "--format", flags->format, {"text", "json"}, "a table, or JSON");
  return [flags](Context& context) { return RunBench(*flags, context); };
}

}  // namespace prestige
