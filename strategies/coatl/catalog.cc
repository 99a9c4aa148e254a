#include "strategies/coatl/catalog.h"

#include <array>

#include "strategies/random.h"
#include "strategies/search_parameters.h"

namespace prestige::coatl {
namespace {

constexpr std::array<StrategyEntry<CoatlGame>, 2> kStrategies{{
    {{"random", "uniform over the legal choices", {}}, MakeRandom<CoatlGame>},
    {{"search", "tree search over resampled worlds", kSearchParameters}, MakeSearch<CoatlGame>},
}};

}  // namespace

std::span<const StrategyEntry<CoatlGame>> Strategies() { return kStrategies; }

}  // namespace prestige::coatl
