#pragma once

// Positions of Splendor for the rules cases (tests/rules/splendor): from text to a state, and what
// is in a state or happened in it as text. tests/rules/splendor/README.md describes the notation.

#include <toml++/toml.h>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/splendor/game.h"

namespace prestige::splendor {

// "white*2 gold": tokens, costs or bonuses, in the order of the colours.
std::string GemsText(Gems gems);

// The position of a `given` table. Chance, the one thing that a case leaves open, is decided by
// `key`: what lies on places that are not named, and all that is drawn later. Consistent, or the
// case is at fault.
State BuildPosition(const Rules& rules, int players, const toml::table& given, uint64_t key);

std::string HandText(const Rules& rules, const Player& player);
std::string RowText(const Rules& rules, const State& state, size_t tier);
std::string NoblesText(const Rules& rules, uint32_t nobles);
std::string_view EndText(End end);

// An event in one line of words.
std::string EventText(const Rules& rules, const Event& event);

}  // namespace prestige::splendor
