#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/core/game.h"
#include "strategies/agent.h"

namespace prestige {

// A number that a strategy takes by name (`search:iterations=200`).
struct Parameter {
  std::string_view name;
  double fallback;  // the value where none is given
  double least;
  double most;
  bool whole;  // only whole numbers
  std::string_view summary;
  bool wall_clock = false;  // above 0 the strategy goes by the clock, and cannot be repeated
};

// What users are told of a strategy.
struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
  std::span<const Parameter> parameters;
};

// A strategy that can play game G. Each game has one table of them (strategies/GAME/catalog.cc).
template <Game G>
struct StrategyEntry {
  StrategyInfo info;
  // A player with these values, one for each parameter, in their order. The rules outlive it.
  std::unique_ptr<Agent<G>> (*make)(const typename G::Rules& rules, std::span<const double> values);
};

}  // namespace prestige
