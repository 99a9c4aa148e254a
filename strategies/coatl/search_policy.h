#pragma once

#include <span>

#include "engine/coatl/game.h"
#include "strategies/coatl/layout_agent.h"
#include "strategies/search.h"

namespace prestige::coatl {

// What the search knows of Cóatl: it looks first at what planner would do. All seats play out like
// greedy, for a few turns only: then what they have and could make of it tells more than the luck
// of a whole game would.
class LayoutPolicy {
 public:
  explicit LayoutPolicy(const Rules& rules);

  void Weigh(const Rules& rules, const State& state, const MoveList& moves,
             std::span<double> weights);
  SeatValues PlayOut(const Rules& rules, State* state, Stream& stream);

 private:
  SeatValues Estimate(const Rules& rules, const State& state);

  // Each for all seats: what it thinks in a turn it does not think in another.
  LayoutAgent planner_;
  LayoutAgent fast_;
};

}  // namespace prestige::coatl
