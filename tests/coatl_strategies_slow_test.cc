#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/coatl/matcher_target.h"
#include "tests/coatl_matches.h"
#include "tests/coatl_random_rules.h"
#include "tests/coatl_rulesets.h"

namespace prestige::coatl {
namespace {

TEST(CoatlStrategiesAtLength, NeverEndAGameByPassing) {
  const Rules rules = BaseRulesWith({});
  constexpr uint64_t kDeals = 10'000;
  for (const int players : {2, 3, 4}) {
    SCOPED_TRACE(std::to_string(players) + " players");
    Table alike(rules, "greedy", "greedy", players);
    Table mixed(rules, "planner", "greedy", players);
    for (uint64_t deal = 0; deal < kDeals; ++deal) {
      ASSERT_NE(alike.Play(DealKey(8, deal)).state.end, End::kPasses) << "deal " << deal;
      if (deal % 5 != 0) continue;
      ASSERT_NE(mixed.Play(DealKey(8, deal)).state.end, End::kPasses) << "deal " << deal;
    }
  }
}

// The second seat's share of wins between equal players.
double SecondSeatShare(const Rules& rules, uint64_t deals) {
  Table table(rules, "greedy", "greedy", 2);
  int wins12 = 0;
  for (uint64_t deal = 0; deal < deals; ++deal) {
    wins12 += CoatlGame::OutcomeOf(rules, table.Play(DealKey(9, deal)).state).win12[1];
  }
  return wins12 / (12.0 * static_cast<double>(deals));
}

// Choosing three of six prophecies is worth something, and players who choose well show it.
TEST(CoatlStrategiesAtLength, LargerDealPaysTheSecondSeat) {
  constexpr uint64_t kDeals = 10'000;  // a standard error of 0.7 points for the difference
  const double even = SecondSeatShare(BaseRulesWith({"deal=[3,3,3,3]"}), kDeals);
  const double larger = SecondSeatShare(BaseRulesWith({"deal=[3,6,3,3]"}), kDeals);
  EXPECT_GT(larger - even, 0.02) << even << " against " << larger;
}

TEST(CoatlStrategiesAtLength, SearchBeatsPlanner) {
  EXPECT_GE(ShareOverBlocks(BaseRulesWith({}), "search", "planner", 30), 0.55);
}

TEST(CoatlStrategiesAtLength, SearchNeverChoosesWhatIsNotThere) {
  Stream stream(10);
  for (int ruleset = 0; ruleset < 9; ++ruleset) {
    const std::vector<std::string> sets = RandomSets(stream);
    SCOPED_TRACE("ruleset " + std::to_string(ruleset) + Joined(sets));
    const Rules rules = WithRandomDeck(BaseRulesWith(sets), stream);
    Table table(rules, "search", "random", 2 + ruleset % 3);
    ASSERT_TRUE(table.Play(DealKey(11, 0)).legal);
  }
}

TEST(CoatlStrategiesAtLength, SearchChoosesTheSameOnEverySimdTarget) {
  std::vector<std::string> targets = AvailableSimdTargets();
  targets.emplace_back("");  // and leave the best one selected
  std::vector<uint64_t> hashes;
  for (const std::string& target : targets) {
    ASSERT_EQ(SelectSimdTarget(target), std::nullopt);
    const Rules rules = BaseRulesWith({});
    hashes.push_back(Table(rules, "search", "greedy", 2).Play(DealKey(12, 0)).hash);
    EXPECT_EQ(hashes.back(), hashes.front()) << target;
  }
}

}  // namespace
}  // namespace prestige::coatl
