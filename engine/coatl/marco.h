#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/coatl/rules.h"
#include "engine/coatl/state.h"

namespace prestige::coatl {

// How M.A.R.C.O. chooses in its turn of the solo game: a function of what lies open. What then
// happens is in apply.cc.

// The colours that a card lacks, bit c for colour c: all that it needs less what lies on it, a
// coloured need being filled before a need for any colour. Every colour while a need for any colour
// is open; none once the card has all.
unsigned LackedColors(const Rules& rules, const MarcoCard& card);

// The place of the leftmost card that lacks the piece.
std::optional<size_t> CardFor(const Rules& rules, const Marco& marco, Piece piece);

// The place of the leftmost card that has all it needs.
std::optional<size_t> CompleteCard(const Rules& rules, const Marco& marco);

// The space whose content M.A.R.C.O. takes, or discards if no card of its lacks any piece that lies
// on the supply board. The board is not empty.
struct MarcoChoice {
  uint8_t space = 0;
  bool take = false;
};
MarcoChoice ChooseSpace(const Rules& rules, const State& state);

}  // namespace prestige::coatl
