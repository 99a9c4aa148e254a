#pragma once

#include <cstdint>

namespace prestige {

// Chance in Prestige is counter-based: the n-th value of a stream is a pure function of the
// stream's key and n. Keys are split top down, run seed -> deal -> source (a bag, a deck, a seat),
// so a deal is the same deal whoever plays it, on however many threads. Nothing here depends on the
// platform or the standard library.

// A bijective mixer of 64 bits (Pelle Evensen's "moremur" constants): every input bit flips every
// output bit with probability near one half.
constexpr uint64_t Mix(uint64_t x) {
  x ^= x >> 27;
  x *= 0x3C79AC492BA7B653ULL;
  x ^= x >> 33;
  x *= 0x1C69B3F74AC4AE35ULL;
  x ^= x >> 27;
  return x;
}

inline constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ULL;

// The key of a child stream. Children of one parent, and of different parents, are unrelated.
constexpr uint64_t SplitKey(uint64_t parent, uint64_t child) {
  return Mix(Mix(parent + kGolden) ^ (child * 0xD1342543DE82EF95ULL + 1));
}

// The key of a run's n-th deal.
constexpr uint64_t DealKey(uint64_t seed, uint64_t deal) { return SplitKey(Mix(seed), deal); }

// The n-th value of a stream.
constexpr uint64_t ValueAt(uint64_t key, uint64_t n) { return Mix(key + (n + 1) * kGolden); }

// Maps a uniform 64-bit value to 0..bound-1, bound at least 1. The bias is below bound / 2^64: no
// sample of a size that any machine can draw shows it, so there is no rejection loop.
constexpr uint32_t Bounded(uint64_t value, uint32_t bound) {
  // The high 64 bits of value * bound, from two 32-bit halves.
  const uint64_t low = (value & 0xFFFFFFFFULL) * bound;
  const uint64_t high = (value >> 32) * bound;
  return static_cast<uint32_t>((high + (low >> 32)) >> 32);
}

// A stream read in order: for strategies and tests, which draw as many values as they like.
class Stream {
 public:
  constexpr Stream() = default;
  explicit constexpr Stream(uint64_t key) : key_(key) {}

  constexpr uint64_t Next() { return ValueAt(key_, count_++); }
  constexpr uint32_t Below(uint32_t bound) { return Bounded(Next(), bound); }
  // Uniform in [0, 1), 53 bits.
  constexpr double Unit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

 private:
  uint64_t key_ = 0;
  uint64_t count_ = 0;
};

}  // namespace prestige
