#pragma once

// Positions of Cóatl for the rules cases (tests/rules/coatl): from text to a state, and what is in
// a state or happened in it as text. tests/rules/coatl/README.md describes the notation. Text that
// makes no position is a mistake of the case, and thrown as std::invalid_argument with what is
// wrong.

#include <toml++/toml.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/coatl/game.h"

namespace prestige::coatl {

// "^YG3B$": the colours from the head end on, ^ before a head, $ behind a tail, a number for so
// many of the same.
Serpent ParseSerpent(std::string_view text);
std::string SerpentText(const Serpent& serpent);

// The position of a `given` table. Chance, the one thing that a case leaves open, is decided by
// `key`: what lies on spaces and in the row that are not named, and all that is drawn later.
// Consistent, or the case is at fault.
State BuildPosition(const Rules& rules, int players, const toml::table& given, uint64_t key);

// Sets every field of the state that can be computed from its others.
void RebuildDerived(const Rules& rules, State* state);

// Parts of a position, as cases write them. Where order means nothing it is that of the piece kinds
// and the cards.
std::string SpaceText(const State& state, size_t space);
std::string BagText(const State& state);
std::string BoardText(const Player& player);
std::string HandText(const Rules& rules, const Player& player);
std::string TemplesText(const Rules& rules, const Player& player);
std::string TokensText(const State& state, int seat);
std::string CoatlsText(const Rules& rules, const Player& player);
std::string RowText(const Rules& rules, const State& state);
std::string DiscardsText(const Rules& rules, const State& state);
std::string TopText(const Rules& rules, const State& state, size_t pile);
std::string MarcoText(const Rules& rules, const State& state);
std::string CompletedText(const Rules& rules, const State& state);
std::string DiscardedText(const State& state);
std::string NeedText(const Need& need);
std::string_view EndText(End end);

// An event in one line of words; those of M.A.R.C.O. begin with its name.
std::string EventText(const Rules& rules, const Event& event);

}  // namespace prestige::coatl
