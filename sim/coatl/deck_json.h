#pragma once

#include <string>

#include "engine/coatl/rules.h"

namespace prestige::coatl {

// The cards as JSON, one object: the tables `prophecies` and `temples`, lists of rows with the
// columns of the deck files. It is what a page needs to draw them.
std::string DeckJson(const Rules& rules);

}  // namespace prestige::coatl
