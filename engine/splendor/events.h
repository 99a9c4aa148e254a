#pragma once

#include <cstdint>

namespace prestige::splendor {

// What an Event of Splendor tells, and how its fields are used. The lines of a replay are made from
// these one by one.
//
//   what        a                b                c           values
//   kTake                                                     tokens of each kind
//   kReserve    card             0 table, 1 deck  gold taken
//   kBuy        card             0 table, 1 hand              tokens of each kind that were paid
//   kReveal     card or kNoCard  tier
//   kReturn                                                   tokens of each kind
//   kNoble      noble
//   kPass, kEndAction, kLastTurns
//
// Tokens of each kind are six counts, white to gold.
enum class Do : uint8_t {
  kTake,
  kReserve,
  kBuy,
  kReveal,
  kReturn,
  kNoble,
  kPass,
  kEndAction,
  kLastTurns,
};

}  // namespace prestige::splendor
