#include "strategies/splendor/planner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>

namespace prestige::splendor {

size_t PlannerAgent::Choose(const View& view, const MoveList& moves) {
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

PlannerAgent::Holding PlannerAgent::After(const View& view, const Move& move) const {
  const int seat = view.seat();
  Holding me{view.tokens(seat), view.bonuses(seat), static_cast<double>(view.points(seat))};
  switch (move.kind) {
    case MoveKind::kTake:
      me.tokens += OneOfEach(move.a);
      break;
    case MoveKind::kTakeSame:
      me.tokens += Gems::Of(static_cast<Color>(move.a), rules_.config().take_same);
      break;
    case MoveKind::kReserveTable:
    case MoveKind::kReserveDeck:
      me.tokens +=
          Gems::Of(Color::kGold, std::min(view.bank().gold(), int{rules_.config().reserve_gold}));
      break;
    case MoveKind::kBuyTable:
    case MoveKind::kBuyHand:
      me.tokens -= PaymentFor(rules_.CostOf(move.a), me.bonuses, me.tokens);
      me.bonuses += rules_.BonusOf(move.a);
      me.points += rules_.PointsOf(move.a);
      me.gone = move.a;
      break;
    case MoveKind::kReturn:
      me.tokens -= Gems::Of(static_cast<Color>(move.a));
      break;
    case MoveKind::kNoble:
      me.points += rules_.nobles()[move.a].points;
      break;
    case MoveKind::kPass:
      break;
  }
  return me;
}

double PlannerAgent::NobleWorth(const View& view, Gems bonuses) const {
  double worth = 0;
  for (uint32_t bits = view.nobles(); bits != 0; bits &= bits - 1) {
    const auto noble = static_cast<size_t>(std::countr_zero(bits));
    const int lacking = rules_.BonusesFor(noble).Minus(bonuses).Total();
    worth += config_.noble * rules_.nobles()[noble].points * std::pow(0.75, lacking);
  }
  return worth;
}

double PlannerAgent::CardWorth(const View& view, uint8_t card, Gems bonuses) const {
  const Gems more = bonuses + rules_.BonusOf(card);
  // The more bonuses of a colour there are, the less another one saves.
  const auto color = rules_.developments()[card].bonus;
  const double saves = config_.bonus / (1 + 0.5 * bonuses.Count(color));
  return rules_.PointsOf(card) + saves + NobleWorth(view, more) - NobleWorth(view, bonuses);
}

double PlannerAgent::TurnsTo(uint8_t card, const Holding& me, Gems bank) const {
  const Gems lacking = rules_.CostOf(card).Minus(me.tokens.WithoutGold() + me.bonuses);
  const int total = lacking.Total() - me.tokens.gold();
  if (total <= 0) return 1;
  int longest = 0;  // of one colour
  int scarce = 0;   // tokens that the bank does not have
  for (size_t c = 0; c < kColors; ++c) {
    const auto color = static_cast<Color>(c);
    longest = std::max(longest, lacking.Count(color));
    scarce += std::max(0, lacking.Count(color) - bank.Count(color));
  }
  const int of_one = std::max(0, longest - me.tokens.gold());
  // Three tokens a turn at best, and hardly more than one and a half of one colour.
  return 1 + std::max(total / 2.6, of_one / 1.4) + 0.5 * std::max(0, scarce - me.tokens.gold());
}

double PlannerAgent::PlanWorth(const View& view, const Holding& me) const {
  std::array<double, kTiers * kMaxFaceUp + kMaxReserved> plans{};
  size_t count = 0;
  const auto plan = [&](uint8_t card) {
    if (card == kNoCard || card == me.gone) return;
    const double turns = TurnsTo(card, me, view.bank());
    plans[count++] = CardWorth(view, card, me.bonuses) * std::pow(config_.patience, 2 * turns);
  };
  for (const uint8_t card : view.table()) plan(card);
  for (const uint8_t card : view.hand()) plan(card);
  const size_t breadth = std::min(config_.breadth, count);
  std::partial_sort(plans.begin(), plans.begin() + static_cast<long>(breadth),
                    plans.begin() + static_cast<long>(count), std::greater<>());
  double worth = 0;
  double share = 1;
  for (size_t i = 0; i < breadth; ++i) {
    worth += share * plans[i];
    share *= 0.6;
  }
  return worth;
}

double PlannerAgent::Threat(const View& view, uint8_t without) const {
  double threat = 0;
  for (int seat = 0; seat < view.players(); ++seat) {
    if (seat == view.seat()) continue;
    const Gems purse = view.tokens(seat).WithoutGold() + view.bonuses(seat);
    for (const uint8_t card : view.table()) {
      if (card == kNoCard || card == without) continue;
      if (rules_.CostOf(card).Minus(purse).Total() > view.tokens(seat).gold()) continue;
      double worth = CardWorth(view, card, view.bonuses(seat));
      const int points = view.points(seat) + rules_.PointsOf(card);
      if (points >= rules_.config().end_points) worth += 10;
      threat = std::max(threat, worth);
    }
  }
  return threat;
}

// Gives back what the plans miss least, as far as the limit asks for it.
double PlannerAgent::PlanWorthWithinLimit(const View& view, Holding me) const {
  while (me.tokens.Total() > rules_.config().token_limit) {
    double best = -1;
    Color least = Color::kWhite;
    for (size_t kind = 0; kind < kKinds; ++kind) {
      const auto color = static_cast<Color>(kind);
      if (me.tokens.Count(color) == 0) continue;
      Holding without = me;
      without.tokens -= Gems::Of(color);
      const double worth = PlanWorth(view, without);
      if (worth > best) {
        best = worth;
        least = color;
      }
    }
    me.tokens -= Gems::Of(least);
  }
  return PlanWorth(view, me);
}

double PlannerAgent::WorthOf(const View& view, const Move& move) const {
  const Holding me = After(view, move);
  double worth = me.points + PlanWorthWithinLimit(view, me) + NobleWorth(view, me.bonuses);
  double bonuses = 0;
  for (size_t c = 0; c < kColors; ++c) {
    const int count = me.bonuses.Count(static_cast<Color>(c));
    for (int i = 0; i < count; ++i) bonuses += config_.bonus / (1 + 0.5 * i);
  }
  worth += bonuses;
  const bool from_table = move.kind == MoveKind::kBuyTable || move.kind == MoveKind::kReserveTable;
  worth -= config_.deny * Threat(view, from_table ? move.a : kNoCard);
  if (move.kind == MoveKind::kReserveDeck) worth -= 0.5;
  if (move.kind == MoveKind::kReserveTable) worth -= 0.3;
  // A purchase that ends the game as the leader is as good as it gets.
  if (me.points >= rules_.config().end_points) worth += 50;
  return worth;
}

}  // namespace prestige::splendor
