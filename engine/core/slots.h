#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/core/check.h"

namespace prestige {

// A set of numbers from 0 to 14 with four bits for each: number i is in the set when bit 4*i is
// set, the other bits are zero. The distance lets one multiplication count the members up to every
// number at once, so that the k-th member is found without a loop or a branch, which random play
// could not foresee.
inline constexpr size_t kMaxSlots = 15;
inline constexpr uint64_t kAllSlots = 0x0111'1111'1111'1111;

constexpr uint64_t Slot(size_t i) { return uint64_t{1} << (4 * i); }

// The slots 0 to n-1.
constexpr uint64_t FirstSlots(size_t n) { return kAllSlots & (Slot(n) - 1); }

constexpr size_t CountSlots(uint64_t slots) { return static_cast<size_t>(std::popcount(slots)); }

// The lowest member of a set that is not empty.
constexpr size_t LowestSlot(uint64_t slots) {
  return static_cast<size_t>(std::countr_zero(slots)) / 4;
}

// Member number k in ascending order, k below CountSlots(slots).
constexpr size_t SelectSlot(uint64_t slots, size_t k) {
  PRESTIGE_DCHECK(k < CountSlots(slots));
  // Four bits for each number: how many members there are up to it. The answer is how many of these
  // counts are at most k. They are compared as bytes, where bit 7 survives the subtraction of a
  // count that is not greater.
  constexpr uint64_t kOnes = 0x0101'0101'0101'0101;
  const uint64_t counts = slots * 0x1111'1111'1111'1111;
  const uint64_t limit = 0x80 * kOnes + k * kOnes;
  const uint64_t even = (limit - (counts & 0x0F * kOnes)) & 0x80 * kOnes;
  const uint64_t odd = (limit - (counts >> 4 & 0x0F * kOnes)) & 0x80 * kOnes;
  return static_cast<size_t>(std::popcount(even | odd >> 1));
}

}  // namespace prestige
