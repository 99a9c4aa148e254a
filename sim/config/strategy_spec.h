#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "strategies/catalog.h"

namespace prestige {

// A strategy as a user wrote it, understood.
struct StrategySpec {
  enum class Kind : uint8_t {
    kOwn,      // one of the game's strategies: `name` and `values`
    kEpsilon,  // epsilon(X,p): errs with probability values[0]
    kOmit,     // omit(X,CARD): never uses the card `argument`
    kPrefer,   // prefer(X,CARD): uses it whenever it can
    kLibrary,  // lib:FILE, `argument`
    kProcess,  // exec:COMMAND, `argument`
  };
  Kind kind = Kind::kOwn;
  std::string name;            // of one of the game's strategies
  std::vector<double> values;  // of its parameters, in their order
  std::string argument;
  std::vector<StrategySpec> wrapped;  // what a wrapper is around: one; else none
  // Its one spelling, which all data has: the parameters that differ from their defaults, sorted,
  // shortest decimals.
  std::string text;
  // A game with it can be played again, to the letter: it is no process, and no wall clock decides.
  bool repeatable = true;
};

// What users are told of the wrappers and the outside strategies, which every game has. Their names
// are patterns, such as "omit(X,CARD)".
std::span<const StrategyInfo> CommonStrategies();

// Understands `name:key=value:key=value`, wrapped and outside strategies. The error names the part
// that is wrong and what is allowed.
absl::StatusOr<StrategySpec> ParseStrategy(std::string_view text,
                                           std::span<const StrategyInfo> known);

// The parts of a list between commas that stand outside parentheses.
std::vector<std::string_view> SplitStrategies(std::string_view list);

// The shortest decimals that are this number.
std::string ShortestDecimals(double value);

}  // namespace prestige
