#include "strategies/coatl/catalog.h"

#include <array>

#include "strategies/random.h"

namespace prestige::coatl {
namespace {

constexpr std::array<StrategyEntry<CoatlGame>, 1> kStrategies{{
    {{"random", "uniform over the legal choices", {}}, MakeRandom<CoatlGame>},
}};

}  // namespace

std::span<const StrategyEntry<CoatlGame>> Strategies() { return kStrategies; }

}  // namespace prestige::coatl
