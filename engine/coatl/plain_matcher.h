#pragma once

#include "engine/coatl/pattern.h"
#include "engine/coatl/serpent.h"

namespace prestige::coatl {

// How many times a coatl meets a pattern: the largest number of matches that use no piece twice. A
// match uses every piece from its first to its last; a `!` position uses none. `!C` beyond an end
// is satisfied if that end is closed (by the head or the tail), and at an open end if
// `open_end_satisfies_not`.
//
// The reference that every faster matcher is compared with: slow, and written to be read beside the
// rules.
int CountPlain(const Pattern& pattern, const Serpent& serpent, bool open_end_satisfies_not);

}  // namespace prestige::coatl
