#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/coatl/view.h"
#include "engine/core/fixed_list.h"
#include "strategies/coatl/card_reader.h"

namespace prestige::coatl {

// The pieces that a seat can have.
struct Stock {
  Stock() = default;
  explicit Stock(const View& view);

  // What is on a space goes to the board, or to somebody else.
  void Take(size_t space);
  void Remove(size_t space);

  std::array<uint8_t, kPieces> on_board{};
  std::array<uint8_t, kPieces> in_bag{};
  std::array<uint16_t, kPieces> spaces{};  // bit s: on supply space s
  std::array<std::array<Piece, kMaxPerSpace>, kMaxSpaces> supply{};
  uint8_t board_count = 0;
};

inline constexpr size_t kMaxAdded = 16;  // body segments that a layout adds to a coatl

// How one coatl could go on and be finished: which body segments at the end that grows, and which
// pieces close it.
struct Layout {
  static constexpr int kNone = -1'000'000'000;

  int value = kNone;         // points less the turns that they take, in hundredths of a point
  int points = 0;            // when finished
  int turns = 0;             // that it takes, the last build included
  bool closes = false;       // else it cannot be finished with the cards and pieces in sight
  uint8_t coatl = 0;         // its number; a new one if it is not there yet
  uint8_t length = 0;        // of the coatl when this was laid out
  uint8_t prophecies = 0;    // on it when finished
  Side grows = Side::kTail;  // where the segments go
  bool base_open = false;    // the other end needs its piece,
  Piece base = kNoPiece;     // this one; kNoPiece when none is in sight
  Piece closer = kNoPiece;   // for the end that grows
  uint8_t in_reach = 0;      // how many segments, from the first on, are on the board
  uint8_t from_bag = 0;      // how many are neither there nor on the supply board
  uint16_t spaces = 0;       // bit s: supply space s has one of the others
  FixedList<uint8_t, kMaxAdded> colors;  // of the segments, in order
};

struct LayoutOptions {
  size_t width = 1;       // chains that are followed at a time, LayoutSearch::kMaxWidth at most
  int turn = 0;           // what a turn costs, in hundredths of a point
  int turns_left = 1000;  // as far as one can tell
  int deadline = 1000;    // no layout takes more turns
  bool may_close = true;  // else the coatl is only made longer
};

// Searches for layouts by following the most promising chains of body segments.
class LayoutSearch {
 public:
  static constexpr size_t kMaxWidth = 64;

  explicit LayoutSearch(const Rules& rules) : rules_(rules), reader_(rules, kMaxRead) {}

  const CardReader& reader() const { return reader_; }

  // The best layout that was found for one coatl of the view's seat (its number; that behind the
  // last stands for a new one), with cards of these kinds in hand.
  Layout Find(const View& view, const Stock& stock, std::span<const uint8_t> kinds, size_t coatl,
              const LayoutOptions& options);

 private:
  using State = CardReader::State;
  using Lanes = CardReader::Lanes;
  static constexpr size_t kMaxRead = kMaxOnCoatl + kMaxHand + kMaxRow;

  // A chain.
  struct Node {
    std::array<State, kMaxRead> states;    // of the cards
    FixedList<uint8_t, kMaxAdded> colors;  // added
    std::array<uint8_t, kColors> left;     // segments on the board and on spaces taken anyway
    std::array<uint8_t, kColors> count;    // pieces by colour
    uint8_t length;
    uint8_t from_bag;
    uint16_t opened;  // spaces that are taken
    int worth;
    int cost;
  };
  struct Child {
    int score;
    int worth;
    uint8_t parent;
    uint8_t color;
  };
  struct Closer {
    uint8_t color;
    int turns;  // to get it, in hundredths
  };
  struct Sums {
    Lanes worth;
    Lanes points;
    Lanes met;
  };

  // One call of Find.
  class Run;

  const Rules& rules_;
  CardReader reader_;
  std::array<std::array<Node, kMaxWidth>, 2> beams_;
  std::array<Child, kMaxWidth> children_;
};

// How many turns the seat may still have: until another one finishes its last coatl at the pace of
// most players, or the body segments run out. Once the end is set off, the actions of its last
// turn.
int TurnsLeft(const View& view);

}  // namespace prestige::coatl
