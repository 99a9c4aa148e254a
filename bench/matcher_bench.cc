// The prophecy matcher against itself on every SIMD target and against regular expression engines:
// every engine scores the same coameh with the printed deck, all levels and points, in one program
// and one run. Before anything is timed, every result of every engine is compared with the plain
// matcher's.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/matcher_corpus.h"
#include "engine/coatl/batch_matcher.h"
#include "engine/coatl/matcher.h"
#include "engine/coatl/matcher_target.h"
#include "engine/coatl/plain_matcher.h"

namespace prestige::coatl {
namespace {

constexpr bool kOpenEndSatisfiesNot = true;  // as the printed rules say

// One way to score a corpus. `points` has the place of each coatl and card that At tells.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual void Score(const Corpus& corpus) = 0;
  virtual int PointsOf(size_t coatl, size_t card) const = 0;
};

class PlainEngine : public Engine {
 public:
  explicit PlainEngine(const std::vector<DeckCard>& deck) : deck_(deck) {}
  void Score(const Corpus& corpus) override {
    points_.clear();
    for (const Serpent& serpent : corpus.serpents) {
      for (const DeckCard& card : deck_) {
        const int times = CountPlain(card.pattern, serpent, kOpenEndSatisfiesNot);
        uint8_t points = 0;
        for (const Level& level : card.levels) {
          if (times >= level.times) points = level.points;
        }
        points_.push_back(points);
      }
    }
  }
  int PointsOf(size_t coatl, size_t card) const override {
    return points_[coatl * deck_.size() + card];
  }

 private:
  const std::vector<DeckCard>& deck_;
  std::vector<uint8_t> points_;
};

class BitboardEngine : public Engine {
 public:
  explicit BitboardEngine(const std::vector<DeckCard>& deck)
      : matcher_(deck, kOpenEndSatisfiesNot) {}
  void Score(const Corpus& corpus) override {
    points_.resize(corpus.serpents.size() * matcher_.size());
    uint8_t* out = points_.data();
    for (const Serpent& serpent : corpus.serpents) {
      for (size_t card = 0; card < matcher_.size(); ++card) {
        *out++ = static_cast<uint8_t>(matcher_.Points(card, serpent));
      }
    }
  }
  int PointsOf(size_t coatl, size_t card) const override {
    return points_[coatl * matcher_.size() + card];
  }

 private:
  Matcher matcher_;
  std::vector<uint8_t> points_;
};

class BatchEngine : public Engine {
 public:
  explicit BatchEngine(const std::vector<DeckCard>& deck) : matcher_(deck, kOpenEndSatisfiesNot) {}
  void Score(const Corpus& corpus) override {
    results_.resize(matcher_.ResultBytes(corpus.serpents.size()));
    slots_.resize(corpus.serpents.size());
    matcher_.Score(ResultKind::kPoints, corpus.serpents, results_, slots_);
  }
  int PointsOf(size_t coatl, size_t card) const override {
    return results_[matcher_.ResultAt(slots_[coatl], card)];
  }

 private:
  BatchMatcher matcher_;
  std::vector<uint8_t> results_;
  std::vector<uint32_t> slots_;
};

struct NamedEngine {
  std::string name;
  std::unique_ptr<Engine> engine;
};

std::vector<NamedEngine> MakeEngines(const std::vector<DeckCard>& deck) {
  std::vector<NamedEngine> engines;
  engines.push_back({"plain", std::make_unique<PlainEngine>(deck)});
  engines.push_back({"bitboard", std::make_unique<BitboardEngine>(deck)});
  for (const std::string& target : AvailableSimdTargets()) {
    SelectSimdTarget(target);
    engines.push_back({target, std::make_unique<BatchEngine>(deck)});
  }
  SelectSimdTarget("");
  return engines;
}

void ExpectEqual(const Corpus& corpus, size_t cards, const Engine& plain,
                 const NamedEngine& other) {
  for (size_t coatl = 0; coatl < corpus.texts.size(); ++coatl) {
    for (size_t card = 0; card < cards; ++card) {
      const int expected = plain.PointsOf(coatl, card);
      const int actual = other.engine->PointsOf(coatl, card);
      if (actual == expected) continue;
      std::fprintf(stderr, "%s differs from plain on %s, card %zu: %d, not %d\n",
                   other.name.c_str(), corpus.texts[coatl].c_str(), card, actual, expected);
      std::exit(1);
    }
  }
}

void Run(benchmark::State& state, Engine& engine, const Corpus& corpus, size_t cards) {
  for (auto _ : state) {
    engine.Score(corpus);
    benchmark::ClobberMemory();
  }
  state.counters["cards_per_second"] =
      benchmark::Counter(static_cast<double>(corpus.serpents.size() * cards),
                         benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace
}  // namespace prestige::coatl

int main(int argc, char** argv) {
  using namespace prestige::coatl;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const std::vector<DeckCard> deck = ReadPrintedDeck();
  const std::vector<Corpus> corpora = MakeCorpora();
  std::vector<NamedEngine> engines = MakeEngines(deck);
  for (const Corpus& corpus : corpora) {
    for (NamedEngine& named : engines) {
      named.engine->Score(corpus);
      ExpectEqual(corpus, deck.size(), *engines[0].engine, named);
    }
  }
  for (const Corpus& corpus : corpora) {
    for (NamedEngine& named : engines) {
      Engine& engine = *named.engine;
      benchmark::RegisterBenchmark(
          ("matcher/" + named.name + "/" + corpus.input).c_str(),
          [&engine, &corpus, cards = deck.size()](benchmark::State& state) {
            Run(state, engine, corpus, cards);
          });
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
