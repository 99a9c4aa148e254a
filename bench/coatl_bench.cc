// Games of Cóatl at random: whole games on the fast path and by lists of moves, setup alone, and
// what a search pays for each look at a position (resampling what is hidden, listing the moves,
// copying the state). Also the search itself.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <variant>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/core/playout.h"
#include "sim/coatl/ruleset.h"
#include "strategies/search.h"

namespace prestige::coatl {
namespace {

constexpr uint64_t kSeed = 1;

const Rules& BaseRules() {
  static const Rules& rules = *[] {
    auto loaded = LoadRuleset({PRESTIGE_SOURCE_DIR "/data/coatl/base.toml", {}});
    if (const auto* errors = std::get_if<Diagnostics>(&loaded)) {
      std::fprintf(stderr, "%s\n", ToString(*errors).c_str());
      std::exit(1);
    }
    return new Rules(std::get<LoadedRuleset>(std::move(loaded)).rules);
  }();
  return rules;
}

void ReportRates(benchmark::State& state, int64_t games, int64_t decisions) {
  using benchmark::Counter;
  state.counters["games_per_second"] = Counter(static_cast<double>(games), Counter::kIsRate);
  state.counters["decisions_per_second"] =
      Counter(static_cast<double>(decisions), Counter::kIsRate);
}

// A different deal each time: no branch predictor learns the games by heart.
void RandomGame(benchmark::State& state) {
  const Rules& rules = BaseRules();
  uint64_t deal = 0;
  int64_t decisions = 0;
  for (auto _ : state) {
    const uint64_t key = DealKey(kSeed, deal++);
    State position = CoatlGame::Setup(rules, static_cast<int>(state.range(0)), key);
    Stream stream(key);
    NoEvents events;
    decisions += PlayOutAtRandom<CoatlGame>(rules, &position, stream, &events);
    benchmark::DoNotOptimize(position);
  }
  ReportRates(state, state.iterations(), decisions);
}

void RandomGameByLists(benchmark::State& state) {
  const Rules& rules = BaseRules();
  uint64_t deal = 0;
  int64_t decisions = 0;
  for (auto _ : state) {
    const uint64_t key = DealKey(kSeed, deal++);
    State position = CoatlGame::Setup(rules, static_cast<int>(state.range(0)), key);
    Stream stream(key);
    NoEvents events;
    const auto choose = [&](const State&, const MoveList& moves) -> size_t {
      return stream.Below(static_cast<uint32_t>(moves.size()));
    };
    decisions += PlayOut<CoatlGame>(rules, &position, choose, &events);
    benchmark::DoNotOptimize(position);
  }
  ReportRates(state, state.iterations(), decisions);
}

void SetUp(benchmark::State& state) {
  const Rules& rules = BaseRules();
  uint64_t deal = 0;
  for (auto _ : state) {
    const State position =
        CoatlGame::Setup(rules, static_cast<int>(state.range(0)), DealKey(kSeed, deal++));
    benchmark::DoNotOptimize(position);
  }
}

// Positions from the middle of many games.
std::vector<State> MiddlePositions(const Rules& rules, int players) {
  constexpr int kGames = 256;
  constexpr int kMoves = 120;
  std::vector<State> positions;
  for (uint64_t deal = 0; deal < kGames; ++deal) {
    State position = CoatlGame::Setup(rules, players, DealKey(kSeed, deal));
    Stream stream(deal);
    NoEvents events;
    for (int move = 0; move < kMoves && !CoatlGame::IsTerminal(position); ++move) {
      const Choices choices(rules, position);
      const size_t index = stream.Below(static_cast<uint32_t>(choices.size()));
      CoatlGame::Apply(rules, &position, choices[index], &events);
    }
    if (!CoatlGame::IsTerminal(position)) positions.push_back(position);
  }
  return positions;
}

void ResampleHidden(benchmark::State& state) {
  const Rules& rules = BaseRules();
  const std::vector<State> positions = MiddlePositions(rules, static_cast<int>(state.range(0)));
  Stream stream(kSeed);
  size_t next = 0;
  for (auto _ : state) {
    const State& position = positions[next++ % positions.size()];
    const int seat = CoatlGame::SeatToAct(position);
    const State resampled = CoatlGame::Resample(CoatlGame::Observe(rules, position, seat), stream);
    benchmark::DoNotOptimize(resampled);
  }
}

void ListMoves(benchmark::State& state) {
  const Rules& rules = BaseRules();
  const std::vector<State> positions = MiddlePositions(rules, static_cast<int>(state.range(0)));
  MoveList moves;
  size_t next = 0;
  for (auto _ : state) {
    CoatlGame::LegalMoves(rules, positions[next++ % positions.size()], &moves);
    benchmark::DoNotOptimize(moves);
  }
}

void CopyState(benchmark::State& state) {
  const Rules& rules = BaseRules();
  const std::vector<State> positions = MiddlePositions(rules, static_cast<int>(state.range(0)));
  State copy = positions[0];
  size_t next = 0;
  for (auto _ : state) {
    copy = positions[next++ % positions.size()];
    benchmark::DoNotOptimize(copy);
  }
}

// A decision of the search with random playouts, from the middle of a game.
void Search(benchmark::State& state) {
  constexpr uint32_t kPlayouts = 500;
  const Rules& rules = BaseRules();
  const std::vector<State> positions = MiddlePositions(rules, static_cast<int>(state.range(0)));
  SearchAgent<CoatlGame> agent(SearchConfig{.iterations = kPlayouts});
  MoveList moves;
  size_t next = 0;
  for (auto _ : state) {
    const State& position = positions[next++ % positions.size()];
    CoatlGame::LegalMoves(rules, position, &moves);
    agent.NewGame(next);
    const auto view = CoatlGame::Observe(rules, position, CoatlGame::SeatToAct(position));
    benchmark::DoNotOptimize(agent.Choose(view, moves));
  }
  using benchmark::Counter;
  state.counters["playouts_per_second"] =
      Counter(static_cast<double>(agent.playouts()), Counter::kIsRate);
}

BENCHMARK(RandomGame)->Name("coatl/random")->DenseRange(2, 4);
BENCHMARK(RandomGameByLists)->Name("coatl/random-by-lists")->DenseRange(2, 4);
BENCHMARK(SetUp)->Name("coatl/setup")->DenseRange(2, 4);
BENCHMARK(ResampleHidden)->Name("coatl/resample")->DenseRange(2, 4);
BENCHMARK(ListMoves)->Name("coatl/legal-moves")->DenseRange(2, 4);
BENCHMARK(CopyState)->Name("coatl/copy")->DenseRange(2, 4);
BENCHMARK(Search)->Name("coatl/search")->DenseRange(2, 4);

}  // namespace
}  // namespace prestige::coatl
