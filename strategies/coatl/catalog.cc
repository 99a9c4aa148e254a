#include "strategies/coatl/catalog.h"

#include <array>
#include <cmath>
#include <memory>

#include "strategies/coatl/greedy.h"
#include "strategies/random.h"
#include "strategies/search_parameters.h"

namespace prestige::coatl {
namespace {

constexpr std::array kGreedyParameters{
    Parameter{"turn", GreedyParameters{}.turn / 100.0, 0, 10, false,
              "points that a turn is worth: the more, the shorter the coameh"},
};

std::unique_ptr<Agent<CoatlGame>> MakeGreedy(const Rules& rules, std::span<const double> values) {
  GreedyParameters parameters;
  parameters.turn = static_cast<int>(std::lround(100 * values[0]));
  return std::make_unique<GreedyAgent>(rules, parameters);
}

constexpr std::array kStrategies{
    StrategyEntry<CoatlGame>{{"random", "uniform over the legal choices", {}},
                             MakeRandom<CoatlGame>},
    StrategyEntry<CoatlGame>{
        {"greedy", "plays for the coatl that it is at, without search beyond its own turn",
         kGreedyParameters},
        MakeGreedy},
    StrategyEntry<CoatlGame>{{"search", "tree search over resampled worlds", kSearchParameters},
                             MakeSearch<CoatlGame>},
};

}  // namespace

std::span<const StrategyEntry<CoatlGame>> Strategies() { return kStrategies; }

}  // namespace prestige::coatl
