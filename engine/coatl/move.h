#pragma once

#include <cstdint>

#include "engine/coatl/pieces.h"
#include "engine/coatl/rules.h"
#include "engine/core/fixed_list.h"

namespace prestige::coatl {

// One small decision. `a`, `b`, `c` by kind; cards are named by kind (equal cards are one choice),
// pieces by Piece.
//
//   kind          a          b            c        notation
//   kKeep         prophecy                         keep P07
//   kAction       Action                           take, draw, build, perfect-pick, see-the-future,
//                                                  priests-commitment, pass
//   kTake         space                            take 3            (spaces from 1)
//   kDrawRow      prophecy                         draw row P07
//   kDrawDeck                                      draw deck
//   kStart        piece                            start hY
//   kExtend       coatl      Side       piece      extend 0 head bG
//   kProphecy     coatl      prophecy              prophecy 0 P07
//   kTempleHand   temple                           temple hand T03
//   kTemplePile   pile                             temple pile0
//   kNoTemple                                      temple none
//   kPick         piece      piece or kNoPiece     pick bY bG
//   kDiscard      prophecy                         discard P07
//   kPile         pile                             commit pile1
//   kDone                                          done
enum class MoveKind : uint8_t {
  kKeep,
  kAction,
  kTake,
  kDrawRow,
  kDrawDeck,
  kStart,
  kExtend,
  kProphecy,
  kTempleHand,
  kTemplePile,
  kNoTemple,
  kPick,
  kDiscard,
  kPile,
  kDone,
};

// The tokens' places follow enum Sacrifice.
enum class Action : uint8_t {
  kTake,
  kDraw,
  kBuild,
  kPerfectPick,
  kSeeTheFuture,
  kPriestsCommitment,
  kPass
};
inline constexpr size_t kActions = 7;

struct Move {
  MoveKind kind = MoveKind::kDone;
  uint8_t a = 0;
  uint8_t b = 0;
  uint8_t c = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

// The longest list is that of a build step: 15 kinds of piece to start with, or at either end of
// every incomplete coatl, every card of the hand onto each of them, and done.
inline constexpr size_t kMaxMoves = kMaxBoard + kMaxCoatls * (2 * kMaxBoard + kMaxHand) + 1;
using MoveList = FixedList<Move, kMaxMoves>;

}  // namespace prestige::coatl
