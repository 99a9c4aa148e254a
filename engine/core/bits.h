#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/core/check.h"

namespace prestige {

// For SelectBit. Row k holds, for each byte, the place of its
// k-th set bit, 0 where there is none.
inline constexpr auto kSelectInByte = [] {
  std::array<std::array<uint8_t, 256>, 8> places{};
  for (size_t byte = 0; byte < 256; ++byte) {
    size_t k = 0;
    for (uint8_t place = 0; place < 8; ++place) {
      if (((byte >> place) & 1) != 0) places[k++][byte] = place;
    }
  }
  return places;
}();

// The place of set bit number k in ascending order, k below the number of set bits. Without a loop
// or a branch, which random play could not foresee, and without an instruction that older
// processors lack.
constexpr unsigned SelectBit(uint64_t bits, unsigned k) {
  PRESTIGE_DCHECK(static_cast<int>(k) < std::popcount(bits));
  constexpr uint64_t kOnes = 0x0101'0101'0101'0101;
  uint64_t counts = bits - (bits >> 1 & 0x55 * kOnes);
  counts = (counts & 0x33 * kOnes) + (counts >> 2 & 0x33 * kOnes);
  counts = (counts + (counts >> 4)) & 0x0F * kOnes;
  counts *= kOnes;  // byte i: the set bits in the bytes up to i
  // Bit 7 of a byte survives the subtraction of a count that is at most k: the bit is not there
  // yet.
  const uint64_t before = ((k * kOnes | 0x80 * kOnes) - counts) & 0x80 * kOnes;
  const auto shift = static_cast<unsigned>(std::popcount(before)) * 8;
  const auto rank = static_cast<unsigned>(k - (counts << 8 >> shift & 0xFF));
  return shift + kSelectInByte[rank][bits >> shift & 0xFF];
}

}  // namespace prestige
