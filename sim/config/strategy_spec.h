#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "strategies/catalog.h"

namespace prestige {

// A strategy as a user wrote it, understood.
struct StrategySpec {
  std::string name;            // of one of the game's strategies
  std::vector<double> values;  // of its parameters, in their order
  // Its one spelling, which all data has: the parameters that differ from their defaults, sorted,
  // shortest decimals.
  std::string text;
};

// Understands `name:key=value:key=value`. The error names the part that is wrong and what is
// allowed.
absl::StatusOr<StrategySpec> ParseStrategy(std::string_view text,
                                           std::span<const StrategyInfo> known);

// The parts of a list between commas that stand outside parentheses.
std::vector<std::string_view> SplitStrategies(std::string_view list);

// The shortest decimals that are this number.
std::string ShortestDecimals(double value);

}  // namespace prestige
