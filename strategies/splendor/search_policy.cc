#include "strategies/splendor/search_policy.h"

#include "engine/core/playout.h"

namespace prestige::splendor {
namespace {

bool IsBuy(const Move& move) {
  return move.kind == MoveKind::kBuyTable || move.kind == MoveKind::kBuyHand;
}
bool IsTake(const Move& move) {
  return move.kind == MoveKind::kTake || move.kind == MoveKind::kTakeSame;
}

}  // namespace

void SplendorPolicy::Weigh(const Rules& rules, const State& /*state*/, const MoveList& moves,
                           std::span<double> weights) const {
  for (size_t i = 0; i < moves.size(); ++i) {
    if (IsBuy(moves[i])) {
      weights[i] = 3.0 + 2.0 * rules.PointsOf(moves[i].a);
    } else {
      const bool reserves =
          moves[i].kind == MoveKind::kReserveTable || moves[i].kind == MoveKind::kReserveDeck;
      weights[i] = reserves ? 0.25 : 1.0;
    }
  }
}

SeatValues SplendorPolicy::PlayOut(const Rules& rules, State* state, Stream& stream) const {
  // Moves of one kind stand together, those that buy first and those that take behind the reserves.
  const auto choose = [&](const State& /*at*/, const MoveList& moves) -> size_t {
    if (IsBuy(moves[0])) {
      size_t best = 0;
      unsigned ties = 0;
      int most = -1;
      for (size_t i = 0; i < moves.size() && IsBuy(moves[i]); ++i) {
        const int points = rules.PointsOf(moves[i].a);
        if (points > most) {
          most = points;
          ties = 0;
        }
        if (points == most && stream.Below(++ties) == 0) best = i;
      }
      return best;
    }
    size_t begin = 0;
    while (begin < moves.size() && !IsTake(moves[begin])) ++begin;
    size_t end = begin;
    while (end < moves.size() && IsTake(moves[end])) ++end;
    if (begin == end) return stream.Below(static_cast<uint32_t>(moves.size()));
    return begin + stream.Below(static_cast<uint32_t>(end - begin));
  };
  NoEvents events;
  prestige::PlayOut<SplendorGame>(rules, state, choose, &events);
  return ValuesOf(SplendorGame::OutcomeOf(rules, *state), margin, scale);
}

}  // namespace prestige::splendor
