#include "sim/app/bench_command.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "engine/coatl/game.h"
#include "sim/app/match_flags.h"
#include "sim/app/ruleset_flags.h"
#include "sim/play/match.h"
#include "sim/play/schedule.h"

namespace prestige {
namespace {

using coatl::CoatlGame;
using Json = nlohmann::ordered_json;

constexpr uint64_t kMaxGames = 100'000'000;  // eight bytes a game are kept
constexpr uint64_t kMaxThreads = 1024;

struct BenchFlags {
  RulesetFlags ruleset;
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

uint64_t PlayGame(const coatl::Rules& rules, const Schedule& schedule, uint64_t seed,
                  uint64_t game_id, uint64_t* hash) {
  const ScheduledGame game = schedule.GameAt(game_id);
  std::array<Seat<CoatlGame>, coatl::kMaxPlayers> seats;
  const size_t players = schedule.seatings()[game.seating].size();
  const uint64_t key = DealKey(seed, game.block_id);
  coatl::State state = CoatlGame::Setup(rules, static_cast<int>(players), key);
  EventHash events;
  const int decisions =
      PlayMatch<CoatlGame>(rules, std::span(seats.data(), players), key, &state, &events);
  *hash = events.hash;
  return static_cast<uint64_t>(decisions);
}

Measured RunWorkload(const coatl::Rules& rules, const std::vector<std::string>& strategies,
                     uint64_t seed, uint64_t games, uint64_t threads) {
  const Schedule schedule(strategies);
  std::vector<uint64_t> hashes(games);
  std::atomic<uint64_t> next{0};
  std::atomic<uint64_t> decisions{0};
  constexpr uint64_t kChunk = 256;
  const auto work = [&] {
    uint64_t asked = 0;
    for (uint64_t begin = next.fetch_add(kChunk); begin < games; begin = next.fetch_add(kChunk)) {
      for (uint64_t id = begin; id < std::min(begin + kChunk, games); ++id) {
        asked += PlayGame(rules, schedule, seed, id, &hashes[id]);
      }
    }
    decisions += asked;
  };
  const absl::Time begin = absl::Now();
  std::vector<std::thread> workers;
  for (uint64_t i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  const double seconds = absl::ToDoubleSeconds(absl::Now() - begin);

  EventHash signature;
  for (const uint64_t hash : hashes) signature.Fold(hash);
  return {std::string(CoatlGame::kName),
          static_cast<int>(strategies.size()),
          games,
          decisions,
          seconds,
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
  out << absl::StrFormat("%-10s %d players  %8d games  %10.0f games/s  %11.0f decisions/s\n",
                         measured.game, measured.players, measured.games,
                         PerSecond(measured.games, measured.seconds),
                         PerSecond(measured.decisions, measured.seconds));
}

absl::Status RunBench(const BenchFlags& flags, bool chosen, Context& context) {
  const absl::StatusOr<coatl::LoadedRuleset> loaded = LoadCoatl(flags.ruleset);
  if (!loaded.ok()) return loaded.status();

  // The fixed workload is every number of players; flags narrow it to one.
  std::vector<MatchFlags> matches;
  if (chosen) {
    matches.push_back(flags.match);
  } else {
    for (int players = CoatlGame::kMinPlayers; players <= CoatlGame::kMaxPlayers; ++players) {
      matches.push_back({players, "random", 1});
    }
  }
  EventHash signature;
  Json workloads = Json::array();
  for (const MatchFlags& match : matches) {
    const absl::StatusOr<std::vector<std::string>> strategies =
        ResolveStrategies(flags.ruleset.game, match);
    if (!strategies.ok()) return strategies.status();
    if (const absl::Status status = coatl::CheckPlayers(loaded->rules, strategies->size());
        !status.ok()) {
      return status;
    }
    const Measured measured =
        RunWorkload(loaded->rules, *strategies, match.seed, flags.games, flags.threads);
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
  const auto flags = std::make_shared<BenchFlags>();
  AddNumberFlag(
      app, "--games", [flags = flags.get()](uint64_t games) { flags->games = games; }, 1, kMaxGames,
      "how many games a workload (10,000 unless said)");
  AddNumberFlag(
      app, "--threads", [flags = flags.get()](uint64_t threads) { flags->threads = threads; }, 1,
      kMaxThreads, "how many threads (1 unless said)");
  AddChoiceFlag(app, "--format", flags->format, {"text", "json"}, "a table, or JSON");
  AddMatchFlags(app, flags->match);
  AddRulesetFlags(app, flags->ruleset);
  return [flags, &app](Context& context) {
    const bool chosen = app.count("--players") + app.count("--strategies") + app.count("--seed") +
                            app.count("--game") + app.count("--ruleset") + app.count("--set") >
                        0;
    return RunBench(*flags, chosen, context);
  };
}

}  // namespace prestige
