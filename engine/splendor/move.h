#pragma once

#include <cstdint>

#include "engine/core/fixed_list.h"
#include "engine/splendor/rules.h"

namespace prestige::splendor {

// One small decision: a whole action, then the tokens to give back one by one, then a noble.
//
//   kind           a                     notation
//   kTake          colours, bit c        take white blue red   (in the order of the colours)
//   kTakeSame      colour                take-same red
//   kReserveTable  card                  reserve table D1-07
//   kReserveDeck   tier                  reserve deck 1        (tiers from 1)
//   kBuyTable      card                  buy table D1-07
//   kBuyHand       card                  buy hand D1-07
//   kPass                                pass
//   kReturn        colour, gold too      return gold
//   kNoble         noble                 noble N03
//
// Tokens are given back in the order of their colours, so that there is one way to give back each
// set of tokens.
enum class MoveKind : uint8_t {
  kTake,
  kTakeSame,
  kReserveTable,
  kReserveDeck,
  kBuyTable,
  kBuyHand,
  kPass,
  kReturn,
  kNoble,
};

struct Move {
  MoveKind kind = MoveKind::kPass;
  uint8_t a = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

// The longest list is that of the actions: every set of colours, every colour twice, every place of
// the table and of a hand, every deck.
inline constexpr size_t kMaxMoves =
    Rules::kMostSets + kColors + 2 * kTiers * kMaxFaceUp + kTiers + kMaxReserved;
using MoveList = FixedList<Move, kMaxMoves>;

}  // namespace prestige::splendor
