#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/coatl/pieces.h"
#include "engine/coatl/rules.h"

namespace prestige::coatl {

// The prophecies of a deck, compiled for chains of pieces that are read piece by piece, from one
// end of a coatl towards the end that grows: a finite automaton for each card and each of the two
// directions. A piece more costs one look into a table, however long the chain is, and one look
// tells what each colour would do.
//
// Points and times are those of Matcher on a coatl with both ends closed. A card whose automaton
// would be too large (dozens of tokens or of levels) is not followed: it never makes progress.
class CardReader {
 public:
  using State = uint16_t;  // of one card along one chain

  // Lanes 0 to 4 stand for one piece more of each colour, kHere for the chain as it is. The others
  // are zero, so that rows are added as whole vectors.
  static constexpr size_t kLanes = 8;
  static constexpr size_t kHere = kColors;
  using Lanes = std::array<int16_t, kLanes>;
  struct alignas(64) Row {
    Lanes worth{};   // points, and a share of the next level's for what is there of it, by unit()
    Lanes points{};  // if the chain were closed there
    Lanes met{};     // 1 if the lowest level is reached
    std::array<State, kLanes> next{};
  };

  // `together`: the most cards whose worths are ever added up.
  CardReader(const Rules& rules, size_t together);

  // The state of a card on a chain without a piece; the chain grows at that side.
  State Begin(Side grows, size_t kind) const { return begin_[static_cast<size_t>(grows)][kind]; }
  const Row& At(State state) const { return rows_[state]; }

  // What a point counts in a worth: 100, or less where the deck's points are too high for that.
  int unit() const { return unit_; }

 private:
  void Compile(const Prophecy& prophecy, Side grows);

  int unit_ = 100;
  std::vector<Row> rows_;
  std::array<std::vector<State>, 2> begin_;  // by the side that grows, by kind
};

}  // namespace prestige::coatl
