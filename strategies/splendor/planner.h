#pragma once

#include <cstddef>

#include "engine/splendor/game.h"
#include "strategies/agent.h"

namespace prestige::splendor {

struct PlannerConfig {
  double patience = 0.7;  // what points are worth a turn later
  double bonus = 0.8;     // points that the first bonus is worth for the cards to come
  double noble = 1.5;     // how much nobles count, 1 for their points
  double deny = 0.25;     // how much what an opponent may buy next counts
  size_t breadth = 3;     // cards that are planned for at a time, at least 1
};

// Weighs where each move leaves it: the points it has, what the bonuses do towards nobles and the
// cards in sight, and the best cards in sight by points and bonus, each less the later it can be
// paid for. Counts as well what the table then offers to the next player. No chance is involved.
class PlannerAgent final : public Agent<SplendorGame> {
 public:
  PlannerAgent(const Rules& rules, const PlannerConfig& config) : rules_(rules), config_(config) {}

  void NewGame(uint64_t) override {}
  size_t Choose(const View& view, const MoveList& moves) override;

 private:
  // What a player holds, as far as plans go.
  struct Holding {
    Gems tokens;
    Gems bonuses;
    double points = 0;
    uint8_t gone = kNoCard;  // a card of the table or hand that is no longer there to plan for
  };

  Holding After(const View& view, const Move& move) const;
  double WorthOf(const View& view, const Move& move) const;
  double PlanWorth(const View& view, const Holding& me) const;
  double PlanWorthWithinLimit(const View& view, Holding me) const;
  // Points and what the bonus is worth to somebody with these bonuses.
  double CardWorth(const View& view, uint8_t card, Gems bonuses) const;
  double NobleWorth(const View& view, Gems bonuses) const;
  // Turns until the card can be bought, that of the purchase included.
  double TurnsTo(uint8_t card, const Holding& me, Gems bank) const;
  // The best that an opponent can buy at once from the table without this card.
  double Threat(const View& view, uint8_t without) const;

  const Rules& rules_;
  PlannerConfig config_;
};

}  // namespace prestige::splendor
