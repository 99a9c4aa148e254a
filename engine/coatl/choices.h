#pragma once

#include <array>
#include <cstdint>

#include "engine/coatl/move.h"
#include "engine/coatl/state.h"

namespace prestige::coatl {

// The legal moves of a position in compact form: groups of alike moves as slots. Counting them and
// picking the k-th takes a few operations, so random play never writes a list of moves; LegalMoves
// expands the same groups, in order.
class Choices {
 public:
  Choices(const Rules& rules, const State& state)
      : rules_(rules), state_(state), player_(state.players[state.seat]) {
    AddAll();
  }

  size_t size() const { return size_; }
  // The k-th move, k below size(), in the order of LegalMoves.
  Move operator[](size_t k) const;
  void AppendTo(MoveList* moves) const;

 private:
  // Moves that differ in one thing alone. Slot i stands, by kind of move, for
  //   kKeep, kDiscard, kProphecy  the i-th card in the hand
  //   kDrawRow                    the i-th card in the row
  //   kTempleHand                 the i-th temple in the hand
  //   kExtend                     the piece i
  //   kPick                       the piece i, or the i-th pair of body colours where `a` is kPairs
  //   all others                  move.a = i
  struct Group {
    uint64_t slots;
    uint8_t size;
    MoveKind kind;
    uint8_t a;
    uint8_t b;
  };
  static constexpr uint8_t kPairs = 1;
  // Starts, two ends and the cards of every coatl, done.
  static constexpr size_t kMaxGroups = 2 + 3 * kMaxCoatls;

  void Add(MoveKind kind, uint64_t slots, uint8_t a = 0, uint8_t b = 0) {
    PRESTIGE_DCHECK(group_count_ < kMaxGroups);
    const size_t size = CountSlots(slots);
    groups_[group_count_++] = {slots, static_cast<uint8_t>(size), kind, a, b};
    size_ += size;
  }
  void AddIf(bool legal, MoveKind kind) { Add(kind, legal ? 1 : 0); }
  void AddAll();
  void AddActions();
  void AddDraws();
  void AddBuildSteps();
  void AddTemples();
  void AddPicks();
  uint64_t Distinct(uint64_t cards) const;
  Move Decode(const Group& group, size_t slot) const;

  const Rules& rules_;
  const State& state_;
  const Player& player_;
  std::array<Group, kMaxGroups> groups_;  // the first group_count_ are set; some may be empty
  size_t group_count_ = 0;
  size_t size_ = 0;
};

}  // namespace prestige::coatl
