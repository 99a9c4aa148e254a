#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>

#include "strategies/catalog.h"
#include "strategies/search.h"

namespace prestige {

// The parameters of `search`, the same for every game but for their defaults.
constexpr std::array<Parameter, 3> SearchParameters(double iterations, double exploration) {
  return {{
      {"iterations", iterations, 1, 1'000'000, true, "playouts for each decision"},
      {"time", 0, 0, 3'600'000, true,
       "milliseconds for each decision by the wall clock, instead of iterations; cannot be "
       "repeated",
       true},
      {"exploration", exploration, 0, 100, false, "how long moves that look bad are still tried"},
  }};
}

inline SearchConfig SearchConfigOf(std::span<const double> values) {
  SearchConfig config;
  config.iterations = static_cast<uint32_t>(values[0]);
  config.time = std::chrono::milliseconds(static_cast<int64_t>(values[1]));
  config.exploration = values[2];
  return config;
}

}  // namespace prestige
