#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/coatl/move.h"
#include "engine/coatl/state.h"

namespace prestige::coatl {

// The legal moves of a position in compact form: groups of alike moves, one bit a move. Counting them and picking the
// k-th is a few popcounts, so random play never writes a list of moves; LegalMoves expands the same groups, in order.
class Choices {
 public:
  Choices(const Rules& rules, const State& state);

  size_t size() const { return size_; }
  // The k-th move, k below size(), in the order of LegalMoves.
  Move operator[](size_t k) const;
  void AppendTo(MoveList* moves) const;

 private:
  // What bit i of a group's mask stands for.
  enum class Meaning : uint8_t {
    kNumber,    // move.a = i
    kHandCard,  // the kind of the i-th card in the hand; move.a, or move.b behind a coatl
    kRowCard,   // the kind of the i-th card in the row; move.a
    kTemple,    // the i-th temple in the hand; move.a
    kPiece,     // the piece i / 4; move.a, or move.c behind a coatl and a side
    kPair,      // a perfect pick of bodies: the i-th pair of colours
  };
  struct Group {
    uint64_t mask;
    MoveKind kind;
    Meaning meaning;
    uint8_t a;
    uint8_t b;
  };
  // Starts, two ends and the cards of every coatl, done.
  static constexpr size_t kMaxGroups = 2 + 3 * kMaxCoatls;

  void Add(MoveKind kind, Meaning meaning, uint64_t mask, uint8_t a = 0, uint8_t b = 0);
  void AddDone() { Add(MoveKind::kDone, Meaning::kNumber, 1); }
  void AddActions();
  void AddBuildSteps();
  void AddPicks();
  uint64_t DistinctHand() const;
  uint64_t DistinctRow() const;
  Move Decode(const Group& group, unsigned bit) const;

  const Rules& rules_;
  const State& state_;
  const Player& player_;
  std::array<Group, kMaxGroups> groups_;  // the first group_count_ are set
  size_t group_count_ = 0;
  size_t size_ = 0;
};

}  // namespace prestige::coatl
