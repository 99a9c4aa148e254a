#pragma once

#include <cstdint>

namespace prestige::coatl {

// What an Event of Cóatl tells, and how its fields are used. The lines of a replay are made from
// these one by one.
//
//   what        a            b            c        values
//   kKeep                                          cards
//   kTake       space                              pieces
//   kRefill                                        space, piece, piece or kNoPiece; and so on
//   kDraw       0 row, 1 deck                      card
//   kReveal                                        cards, left to right
//   kReshuffle  size
//   kStart      coatl        piece
//   kExtend     coatl        Side         piece
//   kProphecy   coatl                              card
//   kTemple     coatl        0 hand, 1 pile0, 2 pile1   temple
//   kUncover    pile                               temple or kNoCard
//   kFinish     coatl        temple or kNoCard     card, points, ...; last the temple's points
//   kToken      Sacrifice    pile or kNoCard       pieces, or the temple
//   kDiscard    0 row, 1 hand                      cards
//   kPass, kEndAction
//   kLastTurns  End
// and of M.A.R.C.O.:
//   kDiscardSpace  space                           pieces
//   kPlace         piece                           card onto which it goes, or kNoCard: discarded
//   kComplete                   points             card
//   kClaim                                         card
//
// Cards in values are kinds of prophecy.
enum class Do : uint8_t {
  kKeep,
  kTake,
  kRefill,
  kDraw,
  kReveal,
  kReshuffle,
  kStart,
  kExtend,
  kProphecy,
  kTemple,
  kUncover,
  kFinish,
  kToken,
  kDiscard,
  kPass,
  kEndAction,
  kLastTurns,
  kDiscardSpace,
  kPlace,
  kComplete,
  kClaim,
};

}  // namespace prestige::coatl
