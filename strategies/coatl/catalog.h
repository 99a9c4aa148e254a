#pragma once

#include <span>

#include "engine/coatl/game.h"
#include "strategies/catalog.h"

namespace prestige::coatl {

// Every strategy for Cóatl, weakest first.
std::span<const StrategyEntry<CoatlGame>> Strategies();

}  // namespace prestige::coatl
