#pragma once

#include <bit>
#include <cstdint>

#include "engine/core/bits.h"
#include "engine/splendor/move.h"
#include "engine/splendor/state.h"

namespace prestige::splendor {

// The legal moves of a position as the bits of one word. Counting them and picking the k-th takes a
// few operations, so random play never writes a list of moves; LegalMoves expands the same word, in
// order.
//
// The bits of an action, from the lowest:
//   15  cards of the table to buy      10  the sets of Rules::SetsToTake
//    5  cards of the hand to buy        5  colours to take the same of
//   15  cards of the table to reserve   3  decks to reserve from
//                                       1  pass
// of tokens to return: bit 7 of the byte of each kind, as in Gems; of nobles: theirs in State.
class Choices {
 public:
  Choices(const Rules& rules, const State& state);

  size_t size() const { return static_cast<size_t>(std::popcount(bits_)); }
  // The k-th move, k below size(), in the order of LegalMoves.
  Move operator[](size_t k) const { return Decode(SelectBit(bits_, static_cast<unsigned>(k))); }
  void AppendTo(MoveList* moves) const {
    for (uint64_t bits = bits_; bits != 0; bits &= bits - 1) {
      moves->push_back(Decode(static_cast<unsigned>(std::countr_zero(bits))));
    }
  }

 private:
  Move Decode(unsigned bit) const;

  const Rules& rules_;
  const State& state_;
  uint64_t bits_;
};

}  // namespace prestige::splendor
