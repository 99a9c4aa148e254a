#pragma once

#include <cstddef>

namespace prestige::testing {

// How often operator new was called in this program. For programs built with count_allocations.cc,
// which replaces it.
size_t Allocations();

}  // namespace prestige::testing
