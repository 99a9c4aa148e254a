#pragma once

#include <span>

#include "engine/splendor/game.h"
#include "strategies/search.h"

namespace prestige::splendor {

// What the search knows of Splendor: that one buys. A purchase weighs the more the more points it
// brings, reserving little; in playouts everybody buys a card whenever one can, among those with
// the most points, and else takes tokens.
struct SplendorPolicy {
  double margin = 0.25;  // as in ValuesOf
  double scale = 10;

  void Weigh(const Rules& rules, const State& state, const MoveList& moves,
             std::span<double> weights) const;
  SeatValues PlayOut(const Rules& rules, State* state, Stream& stream) const;
};

}  // namespace prestige::splendor
