// The prophecy matcher against itself on every SIMD target and against regular expression engines:
// every engine scores the same coameh with the printed deck, all levels and points, in one program
// and one run. Before anything is timed, every result of every engine is compared with the plain
// matcher's.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/matcher_corpus.h"
#include "bench/matcher_engine.h"
#include "engine/coatl/batch_matcher.h"
#include "engine/coatl/matcher.h"
#include "engine/coatl/matcher_target.h"
#include "engine/coatl/plain_matcher.h"
#include "engine/coatl/single_matcher.h"
#include "engine/core/rng.h"

namespace prestige::coatl {
namespace {

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
  int PointsOf(size_t coatl, size_t card) override { return points_[coatl * deck_.size() + card]; }

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
  int PointsOf(size_t coatl, size_t card) override {
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
    lines_.resize(matcher_.ResultBytes(corpus.serpents.size()) / sizeof(Line));
    order_.resize(BatchMatcher::Slots(corpus.serpents.size()));
    const std::span<uint8_t> results(lines_[0].bytes.data(), lines_.size() * sizeof(Line));
    slot_of_.clear();
    slots_ = matcher_.Score(ResultKind::kPoints, corpus.serpents, results, order_);
  }
  int PointsOf(size_t coatl, size_t card) override {
    if (slot_of_.empty()) {
      slot_of_.resize(order_.size());
      for (size_t slot = 0; slot < slots_; ++slot) {
        if (order_[slot] != kNoCoatl) slot_of_[order_[slot]] = slot;
      }
    }
    const size_t at = matcher_.ResultAt(slot_of_[coatl], card);
    return lines_[at / sizeof(Line)].bytes[at % sizeof(Line)];
  }

 private:
  // As results are best aligned.
  struct alignas(64) Line {
    std::array<uint8_t, 64> bytes;
  };

  BatchMatcher matcher_;
  std::vector<Line> lines_;
  std::vector<uint32_t> order_;
  size_t slots_ = 0;
  std::vector<size_t> slot_of_;  // made when results are asked for, which is not timed
};

struct NamedSingle {
  std::string name;
  std::unique_ptr<SingleMatcher> matcher;
};

std::vector<NamedSingle> MakeSingles(const std::vector<DeckCard>& deck) {
  std::vector<NamedSingle> singles;
  for (const std::string& target : AvailableSimdTargets()) {
    SelectSimdTarget(target);
    singles.push_back({target, std::make_unique<SingleMatcher>(deck, kOpenEndSatisfiesNot)});
  }
  SelectSimdTarget("");
  return singles;
}

std::vector<NamedEngine> MakeEngines(const std::vector<DeckCard>& deck) {
  std::vector<NamedEngine> engines;
  engines.push_back({"plain", std::make_unique<PlainEngine>(deck)});
  engines.push_back({"bitboard", std::make_unique<BitboardEngine>(deck)});
  for (const std::string& target : AvailableSimdTargets()) {
    SelectSimdTarget(target);
    engines.push_back({target, std::make_unique<BatchEngine>(deck)});
  }
  SelectSimdTarget("");
  for (NamedEngine& regex : MakeRegexEngines(deck)) engines.push_back(std::move(regex));
  return engines;
}

void ExpectEqual(const Corpus& corpus, size_t cards, Engine& plain, const NamedEngine& other) {
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

void ExpectSingleEqual(const Corpus& corpus, const Matcher& matcher, const NamedSingle& single) {
  std::vector<uint8_t> results(single.matcher->ResultBytes());
  for (size_t coatl = 0; coatl < corpus.serpents.size(); ++coatl) {
    single.matcher->Score(ResultKind::kPoints, corpus.serpents[coatl], results);
    for (size_t card = 0; card < matcher.size(); ++card) {
      if (results[single.matcher->PlaceOf(card)] == matcher.Points(card, corpus.serpents[coatl])) {
        continue;
      }
      std::fprintf(stderr, "single %s differs from bitboard on %s, card %zu\n", single.name.c_str(),
                   corpus.texts[coatl].c_str(), card);
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

// How long a strategy waits for one coatl against all cards.
void RunSingle(benchmark::State& state, const SingleMatcher& matcher, const Corpus& corpus) {
  std::vector<uint8_t> results(matcher.ResultBytes());
  size_t next = 0;
  for (auto _ : state) {
    matcher.Score(ResultKind::kPoints, corpus.serpents[next], results);
    benchmark::DoNotOptimize(results.data());
    benchmark::ClobberMemory();
    if (++next == corpus.serpents.size()) next = 0;
  }
  state.counters["cards_per_second"] = benchmark::Counter(
      static_cast<double>(matcher.size()), benchmark::Counter::kIsIterationInvariantRate);
}

constexpr size_t kHand = 5;

struct Hand {
  std::array<uint8_t, kHand> cards;
  std::array<uint8_t, kHand> levels;
  Color added;  // of the piece that a coatl got last
};

std::vector<Hand> RandomHands(const Matcher& matcher, size_t count) {
  Stream stream(DealKey(6, 0));
  std::vector<Hand> hands(count);
  for (Hand& hand : hands) {
    for (uint8_t& card : hand.cards) {
      card = static_cast<uint8_t>(stream.Below(static_cast<uint32_t>(matcher.size())));
    }
  }
  return hands;
}

// One coatl against a hand: whether each card could be played.
void RunHand(benchmark::State& state, const Matcher& matcher, const Corpus& corpus) {
  const std::vector<Hand> hands = RandomHands(matcher, corpus.serpents.size());
  size_t next = 0;
  for (auto _ : state) {
    unsigned met = 0;
    for (size_t i = 0; i < kHand; ++i) {
      met |= static_cast<unsigned>(matcher.Met(hands[next].cards[i], corpus.serpents[next])) << i;
    }
    benchmark::DoNotOptimize(met);
    if (++next == hands.size()) next = 0;
  }
}

// A piece is added at an end: the levels of a hand, brought up to date.
void RunAdd(benchmark::State& state, const Matcher& matcher, const Corpus& corpus, Side side) {
  std::vector<Hand> hands = RandomHands(matcher, corpus.serpents.size());
  for (size_t i = 0; i < hands.size(); ++i) {
    const Serpent& serpent = corpus.serpents[i];
    hands[i].added = serpent.ColorAt(side == Side::kHead ? 0 : serpent.length - 1U);
  }
  size_t next = 0;
  for (auto _ : state) {
    Hand& hand = hands[next];
    matcher.UpdateLevels(hand.cards, side, hand.added, corpus.serpents[next], hand.levels);
    benchmark::ClobberMemory();
    if (++next == hands.size()) next = 0;
  }
}

void RegisterLatencies(const Matcher& matcher, const std::vector<NamedSingle>& singles,
                       const Corpus& corpus) {
  for (const NamedSingle& single : singles) {
    benchmark::RegisterBenchmark(
        ("matcher_single/" + single.name + "/" + corpus.input).c_str(),
        [&single, &corpus](benchmark::State& state) { RunSingle(state, *single.matcher, corpus); });
  }
  benchmark::RegisterBenchmark(
      ("matcher_hand/bitboard/" + corpus.input).c_str(),
      [&matcher, &corpus](benchmark::State& state) { RunHand(state, matcher, corpus); });
  for (const Side side : {Side::kHead, Side::kTail}) {
    const char* name = side == Side::kHead ? "head/" : "tail/";
    benchmark::RegisterBenchmark(("matcher_add/" + std::string(name) + corpus.input).c_str(),
                                 [&matcher, &corpus, side](benchmark::State& state) {
                                   RunAdd(state, matcher, corpus, side);
                                 });
  }
}

// Checks every engine against the plain one, then measures them all.
void CheckAndRun() {
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
  const Matcher matcher(deck, kOpenEndSatisfiesNot);
  const std::vector<NamedSingle> singles = MakeSingles(deck);
  for (const NamedSingle& single : singles) {
    for (const Corpus& corpus : corpora) ExpectSingleEqual(corpus, matcher, single);
  }
  for (const Corpus& corpus : corpora) RegisterLatencies(matcher, singles, corpus);
  benchmark::RunSpecifiedBenchmarks();
}

}  // namespace
}  // namespace prestige::coatl

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  prestige::coatl::CheckAndRun();
  benchmark::Shutdown();
}
