#include "engine/coatl/batch_matcher.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/coatl/matcher.h"
#include "engine/coatl/matcher_target.h"
#include "engine/core/rng.h"
#include "tests/matcher_testing.h"

namespace prestige::coatl {
namespace {

// Every test of this suite runs once for each SIMD target of the machine.
class BatchMatcherTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_EQ(SelectSimdTarget(GetParam()), std::nullopt); }
  void TearDown() override { ASSERT_EQ(SelectSimdTarget(""), std::nullopt); }
};

void ExpectEqualToMatcher(const std::vector<DeckCard>& deck, const std::vector<Serpent>& serpents,
                          bool open_end_satisfies_not) {
  const Matcher matcher(deck, open_end_satisfies_not);
  const BatchMatcher batch(deck, open_end_satisfies_not);
  std::vector<uint8_t> results(batch.ResultBytes(serpents.size()));
  std::vector<uint32_t> order(BatchMatcher::Slots(serpents.size()));
  for (const ResultKind kind : {ResultKind::kTimes, ResultKind::kLevel, ResultKind::kPoints}) {
    const size_t slots = batch.Score(kind, serpents, results, order);
    ASSERT_LE(slots, order.size());
    std::vector<int> scored(serpents.size());
    for (size_t slot = 0; slot < slots; ++slot) {
      if (order[slot] == kNoCoatl) continue;
      ASSERT_LT(order[slot], serpents.size());
      const Serpent& serpent = serpents[order[slot]];
      ++scored[order[slot]];
      for (size_t card = 0; card < deck.size(); ++card) {
        const int expected = kind == ResultKind::kTimes   ? matcher.Times(card, serpent)
                             : kind == ResultKind::kLevel ? matcher.LevelOf(card, serpent)
                                                          : matcher.Points(card, serpent);
        ASSERT_EQ(results[batch.ResultAt(slot, card)], expected)
            << ToString(deck[card].pattern) << " on " << ToText(serpent) << ", kind "
            << static_cast<int>(kind) << ", open " << open_end_satisfies_not;
      }
    }
    EXPECT_EQ(scored, std::vector<int>(serpents.size(), 1));
  }
}

TEST_P(BatchMatcherTest, RunsOnTheSelectedTarget) {
  EXPECT_EQ(BatchMatcher(PrintedDeck(), true).target(), GetParam());
}

TEST_P(BatchMatcherTest, EqualsMatcherOnThePrintedDeck) {
  for (const bool open : {true, false}) {
    Stream stream(DealKey(11, open));
    std::vector<Serpent> serpents;
    for (int i = 0; i < 3000; ++i) {
      const uint32_t kind = stream.Below(10);
      serpents.push_back(RandomSerpent(stream, kind < 6   ? 16
                                               : kind < 8 ? 32
                                               : kind < 9 ? 64
                                                          : 128));
    }
    ExpectEqualToMatcher(PrintedDeck(), serpents, open);
  }
}

TEST_P(BatchMatcherTest, EqualsMatcherOnRandomDecks) {
  for (uint64_t deal = 0; deal < 300; ++deal) {
    Stream stream(DealKey(12, deal));
    const std::vector<DeckCard> deck = RandomDeck(stream, 1 + stream.Below(60));
    std::vector<Serpent> serpents;
    const uint32_t count = 1 + stream.Below(200);
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t longest = stream.Below(2) == 0 ? 16 : stream.Below(2) == 0 ? 32 : 128;
      const auto& pattern = deck[stream.Below(static_cast<uint32_t>(deck.size()))].pattern;
      serpents.push_back(stream.Below(2) == 0 ? RandomSerpent(stream, longest)
                                              : SerpentFor(stream, pattern, longest));
    }
    ExpectEqualToMatcher(deck, serpents, deal % 2 == 0);
    if (HasFatalFailure()) return;
  }
}

TEST_P(BatchMatcherTest, EveryLengthAndNumberOfCoameh) {
  Stream stream(DealKey(13, 0));
  const std::vector<DeckCard> deck = RandomDeck(stream, 20);
  for (size_t count = 0; count <= 130; ++count) {
    std::vector<Serpent> serpents;
    for (size_t i = 0; i < count; ++i) {
      Serpent serpent = RandomSerpent(stream, 1);
      while (serpent.length <= (i + count) % kMaxLength) {
        const Piece piece = MakePiece(Part::kBody, static_cast<Color>(stream.Below(2)));
        serpent.has_tail ? serpent.AddAtHead(piece) : serpent.AddAtTail(piece);
      }
      serpents.push_back(serpent);
    }
    ExpectEqualToMatcher(deck, serpents, count % 2 == 0);
    if (HasFatalFailure()) return;
  }
}

TEST_P(BatchMatcherTest, AnEmptyDeckHasNoResults) {
  const BatchMatcher batch({}, true);
  EXPECT_EQ(batch.ResultBytes(1000), 0U);
  std::vector<uint32_t> order(BatchMatcher::Slots(1));
  const std::vector<Serpent> serpents = {MakeSerpent("YRK")};
  EXPECT_EQ(batch.Score(ResultKind::kPoints, serpents, {}, order), BatchMatcher::kBlock);
  EXPECT_EQ(order[0], 0U);
  EXPECT_EQ(order[1], kNoCoatl);
}

INSTANTIATE_TEST_SUITE_P(Targets, BatchMatcherTest, ::testing::ValuesIn(AvailableSimdTargets()),
                         [](const auto& target) { return target.param; });

TEST(SimdTarget, TheLowestIsCalledScalar) {
  const std::vector<std::string> targets = AvailableSimdTargets();
  ASSERT_FALSE(targets.empty());
  EXPECT_EQ(targets.back(), "scalar");
  EXPECT_EQ(SimdTargetName(), targets.front());
}

TEST(SimdTarget, SelectingOneTakes) {
  for (const std::string& name : AvailableSimdTargets()) {
    EXPECT_EQ(SelectSimdTarget(name), std::nullopt);
    EXPECT_EQ(SimdTargetName(), name);
    EXPECT_EQ(BatchMatcher(PrintedDeck(), true).target(), name);
  }
  EXPECT_EQ(SelectSimdTarget(""), std::nullopt);
  EXPECT_EQ(SimdTargetName(), AvailableSimdTargets().front());
}

TEST(SimdTarget, AnUnknownOneIsAnErrorThatNamesThoseThere) {
  const std::string before = SimdTargetName();
  for (const char* name : {"avx9", "AVX2", "Scalar", "avx2 "}) {
    const auto error = SelectSimdTarget(name);
    ASSERT_TRUE(error.has_value()) << name;
    EXPECT_NE(error->find(name), std::string::npos) << *error;
    EXPECT_NE(error->find("scalar"), std::string::npos) << *error;
    EXPECT_EQ(SimdTargetName(), before);
  }
}

}  // namespace
}  // namespace prestige::coatl
