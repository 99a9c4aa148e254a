// What the search knows of Splendor (strategies/splendor/search_policy.h).

#include "strategies/splendor/search_policy.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/splendor_rulesets.h"

namespace prestige::splendor {
namespace {

// A position with cards that can be bought.
State WithPurchases(const Rules& rules, MoveList* moves) {
  for (uint64_t deal = 0;; ++deal) {
    State state = SplendorGame::Setup(rules, 2, DealKey(3, deal));
    Stream stream(deal);
    NoEvents events;
    while (!SplendorGame::IsTerminal(state)) {
      SplendorGame::LegalMoves(rules, state, moves);
      if ((*moves)[0].kind == MoveKind::kBuyTable && moves->size() > 10) return state;
      const size_t chosen = stream.Below(static_cast<uint32_t>(moves->size()));
      SplendorGame::Apply(rules, &state, (*moves)[chosen], &events);
    }
  }
}

TEST(SplendorPolicy, WeighsPurchasesMostAndReservingLeast) {
  const Rules rules = BaseRulesWith({});
  MoveList moves;
  const State state = WithPurchases(rules, &moves);
  std::vector<double> weights(moves.size());
  SplendorPolicy().Weigh(rules, state, moves, weights);
  for (size_t i = 0; i < moves.size(); ++i) {
    const MoveKind kind = moves[i].kind;
    if (kind == MoveKind::kBuyTable || kind == MoveKind::kBuyHand) {
      EXPECT_GT(weights[i], 1);
    } else if (kind == MoveKind::kTake || kind == MoveKind::kTakeSame) {
      EXPECT_EQ(weights[i], 1);
    } else {
      EXPECT_LT(weights[i], 1);
      EXPECT_GT(weights[i], 0);
    }
  }
}

TEST(SplendorPolicy, PlaysToTheEndAndBuysMoreThanRandomPlay) {
  const Rules rules = BaseRulesWith({});
  int turns = 0;
  constexpr int kGames = 200;
  for (uint64_t deal = 0; deal < kGames; ++deal) {
    State state = SplendorGame::Setup(rules, 2, DealKey(4, deal));
    Stream stream(deal);
    const SeatValues values = SplendorPolicy().PlayOut(rules, &state, stream);
    ASSERT_TRUE(SplendorGame::IsTerminal(state));
    EXPECT_NEAR(values[0] + values[1], 1, 1e-9);
    turns += state.turns;
  }
  // Each; at random it is 37.
  EXPECT_LT(turns / 2.0 / kGames, 35);
}

}  // namespace
}  // namespace prestige::splendor
