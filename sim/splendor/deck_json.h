#pragma once

#include <string>

#include "engine/splendor/rules.h"

namespace prestige::splendor {

// The cards as JSON, one object: the tables `developments` and `nobles`, lists of rows with the
// columns of the deck files. It is what a page needs to draw them.
std::string DeckJson(const Rules& rules);

}  // namespace prestige::splendor
