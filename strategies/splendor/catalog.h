#pragma once

#include <span>

#include "engine/splendor/game.h"
#include "strategies/catalog.h"

namespace prestige::splendor {

// Every strategy for Splendor, weakest first.
std::span<const StrategyEntry<SplendorGame>> Strategies();

}  // namespace prestige::splendor
