#include "engine/coatl/single_matcher.h"

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
class SingleMatcherTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_EQ(SelectSimdTarget(GetParam()), std::nullopt); }
  void TearDown() override { ASSERT_EQ(SelectSimdTarget(""), std::nullopt); }
};

void ExpectEqualToMatcher(const std::vector<DeckCard>& deck, const std::vector<Serpent>& serpents,
                          bool open_end_satisfies_not) {
  const Matcher matcher(deck, open_end_satisfies_not);
  const SingleMatcher single(deck, open_end_satisfies_not);
  std::vector<uint8_t> results(single.ResultBytes());
  for (const Serpent& serpent : serpents) {
    for (const ResultKind kind : {ResultKind::kTimes, ResultKind::kLevel, ResultKind::kPoints}) {
      single.Score(kind, serpent, results);
      for (size_t card = 0; card < deck.size(); ++card) {
        const int expected = kind == ResultKind::kTimes   ? matcher.Times(card, serpent)
                             : kind == ResultKind::kLevel ? matcher.LevelOf(card, serpent)
                                                          : matcher.Points(card, serpent);
        ASSERT_EQ(results[single.PlaceOf(card)], expected)
            << ToString(deck[card].pattern) << " on " << ToText(serpent) << ", kind "
            << static_cast<int>(kind) << ", open " << open_end_satisfies_not;
      }
    }
  }
}

TEST_P(SingleMatcherTest, RunsOnTheSelectedTarget) {
  EXPECT_EQ(SingleMatcher(PrintedDeck(), true).target(), GetParam());
}

TEST_P(SingleMatcherTest, EqualsMatcherOnThePrintedDeck) {
  for (const bool open : {true, false}) {
    Stream stream(DealKey(21, open));
    std::vector<Serpent> serpents;
    for (int i = 0; i < 1500; ++i) {
      serpents.push_back(RandomSerpent(stream, i % 3 == 0 ? 128 : i % 3 == 1 ? 32 : 16));
    }
    ExpectEqualToMatcher(PrintedDeck(), serpents, open);
  }
}

TEST_P(SingleMatcherTest, EqualsMatcherOnRandomDecks) {
  for (uint64_t deal = 0; deal < 400; ++deal) {
    Stream stream(DealKey(22, deal));
    const std::vector<DeckCard> deck = RandomDeck(stream, 1 + stream.Below(100));
    std::vector<Serpent> serpents;
    for (uint32_t i = 0; i < 40; ++i) {
      const uint32_t longest = i % 4 == 0 ? 16 : i % 4 == 1 ? 32 : i % 4 == 2 ? 64 : 128;
      const auto& pattern = deck[stream.Below(static_cast<uint32_t>(deck.size()))].pattern;
      serpents.push_back(stream.Below(2) == 0 ? RandomSerpent(stream, longest)
                                              : SerpentFor(stream, pattern, longest));
    }
    ExpectEqualToMatcher(deck, serpents, deal % 2 == 0);
    if (HasFatalFailure()) return;
  }
}

TEST_P(SingleMatcherTest, EqualsMatcherAtTheEdgesOfTheWords) {
  Stream stream(DealKey(23, 0));
  for (int i = 0; i < 60; ++i) {
    const std::vector<DeckCard> deck = RandomDeck(stream, 40);
    std::vector<Serpent> serpents;
    for (const size_t length : {1U, 15U, 16U, 17U, 31U, 32U, 33U, 63U, 64U, 65U, 128U}) {
      const Palette palette = RandomPalette(stream);
      std::string text;
      while (text.size() < length) text += Letter(palette.Pick(stream));
      serpents.push_back(MakeSerpent(text));
      if (length > 1) serpents.push_back(MakeSerpent("^" + text + "$"));
    }
    ExpectEqualToMatcher(deck, serpents, i % 2 == 0);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, SingleMatcherTest, ::testing::ValuesIn(AvailableSimdTargets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace prestige::coatl
