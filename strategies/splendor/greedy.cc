#include "strategies/splendor/greedy.h"

#include <algorithm>

namespace prestige::splendor {

size_t GreedyAgent::Choose(const View& view, const MoveList& moves) {
  size_t best = 0;
  double best_worth = WorthOf(view, moves[0]);
  for (size_t i = 1; i < moves.size(); ++i) {
    const double worth = WorthOf(view, moves[i]);
    if (worth > best_worth) {
      best = i;
      best_worth = worth;
    }
  }
  return best;
}

double GreedyAgent::Distance(const View& view, Gems tokens) const {
  const Gems purse = tokens.WithoutGold() + view.bonuses(view.seat());
  double nearest = 1000;
  const auto look = [&](uint8_t card) {
    if (card == kNoCard) return;
    const int lacking = std::max(0, rules_.CostOf(card).Minus(purse).Total() - tokens.gold());
    // A card with points may be a little further away.
    nearest = std::min(nearest, lacking - 0.5 * rules_.PointsOf(card));
  };
  for (const uint8_t card : view.table()) look(card);
  for (const uint8_t card : view.hand()) look(card);
  return nearest;
}

double GreedyAgent::WorthOf(const View& view, const Move& move) const {
  const Gems tokens = view.tokens(view.seat());
  switch (move.kind) {
    case MoveKind::kBuyTable:
    case MoveKind::kBuyHand: {
      const Gems paid = PaymentFor(rules_.CostOf(move.a), view.bonuses(view.seat()), tokens);
      return 1000 + 100 * rules_.PointsOf(move.a) - paid.Total();
    }
    case MoveKind::kTake:
      return 100 - Distance(view, tokens + OneOfEach(move.a));
    case MoveKind::kTakeSame:
      return 100 - Distance(view, tokens + Gems::Of(static_cast<Color>(move.a),
                                                    rules_.config().take_same));
    case MoveKind::kReturn:
      return -Distance(view, tokens - Gems::Of(static_cast<Color>(move.a)));
    case MoveKind::kReserveTable:
      return -100 + rules_.PointsOf(move.a);
    case MoveKind::kReserveDeck:
      return -200;
    case MoveKind::kNoble:
      return rules_.nobles()[move.a].points;
    case MoveKind::kPass:
      return 0;
  }
  return 0;
}

}  // namespace prestige::splendor
