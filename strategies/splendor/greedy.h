#pragma once

#include "engine/splendor/game.h"
#include "strategies/agent.h"

namespace prestige::splendor {

// Looks at its own next purchase alone: buys the card with the most points that it can pay for, the
// cheapest of equal ones; else takes tokens that bring some card on the table or in hand closest to
// being bought, and keeps those when it must give some back. Reserves only when there is nothing to
// take. No chance is involved.
class GreedyAgent final : public Agent<SplendorGame> {
 public:
  explicit GreedyAgent(const Rules& rules) : rules_(rules) {}

  void NewGame(uint64_t) override {}
  size_t Choose(const View& view, const MoveList& moves) override;

 private:
  // How good a move looks; the first of the best is taken.
  double WorthOf(const View& view, const Move& move) const;
  // How close the tokens bring the nearest card: less is better, 0 when one can be bought.
  double Distance(const View& view, Gems tokens) const;

  const Rules& rules_;
};

}  // namespace prestige::splendor
