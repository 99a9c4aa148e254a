#pragma once

// PRESTIGE_DCHECK(condition): an engine invariant. Debug builds abort on a broken one; optimised
// builds compile it to nothing. Never for input: bad input is the boundary's business (absl::Status
// in sim/).

#ifdef NDEBUG
#define PRESTIGE_DCHECK(condition) static_cast<void>(sizeof(!(condition)))
#else
#include <cstdio>
#include <cstdlib>
#define PRESTIGE_DCHECK(condition)                                                               \
  ((condition)                                                                                   \
       ? static_cast<void>(0)                                                                    \
       : (std::fprintf(stderr, "%s:%d: broken invariant: %s\n", __FILE__, __LINE__, #condition), \
          std::abort()))
#endif
