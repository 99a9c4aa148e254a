#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

#include "strategies/catalog.h"
#include "strategies/search.h"

namespace prestige {

// The parameters of `search`, the same for every game.
inline constexpr std::array<Parameter, 3> kSearchParameters{{
    {"iterations", 200, 1, 1'000'000, true, "playouts for each decision"},
    {"time", 0, 0, 3'600'000, true,
     "milliseconds for each decision by the wall clock, instead of iterations; cannot be repeated",
     true},
    {"exploration", 1, 0, 100, false, "how long moves that look bad are still tried"},
}};

inline SearchConfig SearchConfigOf(std::span<const double> values) {
  SearchConfig config;
  config.iterations = static_cast<uint32_t>(values[0]);
  config.time = std::chrono::milliseconds(static_cast<int64_t>(values[1]));
  config.exploration = values[2];
  return config;
}

// The search that knows nothing of the game but its rules.
template <Game G>
std::unique_ptr<Agent<G>> MakeSearch(const typename G::Rules&, std::span<const double> values) {
  return std::make_unique<SearchAgent<G>>(SearchConfigOf(values));
}

}  // namespace prestige
