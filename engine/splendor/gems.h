#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/core/check.h"

namespace prestige::splendor {

// The five colours of tokens, costs and bonuses; gold is a token alone and stands for any of them.
enum class Color : uint8_t { kWhite, kBlue, kGreen, kRed, kBlack, kGold };
inline constexpr size_t kColors = 5;  // without gold
inline constexpr size_t kKinds = 6;   // of tokens, with gold
inline constexpr std::array<std::string_view, kKinds> kColorNames{"white", "blue",  "green",
                                                                  "red",   "black", "gold"};

// How many there are of each colour, one byte for each, so that one operation does all of them:
//
//   bits  47..40  39..32  31..24  23..16  15..8  7..0
//         gold    black   red     green   blue   white
//
// Counts are 0 to 127: bit 7 of a byte is free to catch what a subtraction borrows.
class Gems {
 public:
  static constexpr uint64_t kOnes = 0x0000'0101'0101'0101;
  static constexpr uint64_t kGuards = 0x80 * kOnes;
  static constexpr unsigned kGoldShift = 40;
  static constexpr uint64_t kColored = (uint64_t{1} << kGoldShift) - 1;
  static constexpr int kMost = 127;

  constexpr Gems() = default;
  constexpr explicit Gems(uint64_t bytes) : bytes_(bytes) {}
  // So many of one colour.
  static constexpr Gems Of(Color color, int count = 1) {
    return Gems(static_cast<uint64_t>(count) << (8 * static_cast<unsigned>(color)));
  }

  constexpr uint64_t bytes() const { return bytes_; }
  constexpr int Count(Color color) const {
    return static_cast<int>(bytes_ >> (8 * static_cast<unsigned>(color)) & 0xFF);
  }
  constexpr int gold() const { return static_cast<int>(bytes_ >> kGoldShift); }
  constexpr Gems WithoutGold() const { return Gems(bytes_ & kColored); }
  constexpr bool empty() const { return bytes_ == 0; }

  // Of all kinds together, which must be below 256: the top byte of the product is the sum.
  constexpr int Total() const { return static_cast<int>((bytes_ * kOnes) >> kGoldShift & 0xFF); }

  // The guard bits of the colours of which there are at least as many as in `least`.
  constexpr uint64_t AtLeast(Gems least) const {
    return ((bytes_ | kGuards) - least.bytes_) & kGuards;
  }
  constexpr bool Covers(Gems least) const { return AtLeast(least) == kGuards; }

  // What is left of each colour when `other` is taken away, 0 where that has more.
  constexpr Gems Minus(Gems other) const {
    const uint64_t difference = (bytes_ | kGuards) - other.bytes_;
    const uint64_t enough = difference & kGuards;
    return Gems(difference & (enough - (enough >> 7)));
  }

  friend constexpr Gems operator+(Gems a, Gems b) { return Gems(a.bytes_ + b.bytes_); }
  // No colour may have more in b than in a.
  friend constexpr Gems operator-(Gems a, Gems b) {
    PRESTIGE_DCHECK(a.Covers(b));
    return Gems(a.bytes_ - b.bytes_);
  }
  constexpr Gems& operator+=(Gems other) { return *this = *this + other; }
  constexpr Gems& operator-=(Gems other) { return *this = *this - other; }
  friend constexpr bool operator==(Gems, Gems) = default;

 private:
  uint64_t bytes_ = 0;
};

// The guard bits of the five colours, as Gems::AtLeast answers them, as the bits 0 to 4: the
// product moves bit 8c to 32 + c, and all others to places of their own.
constexpr unsigned ColorBits(uint64_t guards) {
  constexpr uint64_t kGather = uint64_t{1} << 32 | uint64_t{1} << 25 | uint64_t{1} << 18 |
                               uint64_t{1} << 11 | uint64_t{1} << 4;
  return static_cast<unsigned>(((guards & Gems::kColored) >> 7) * kGather >> 32 & 0x1F);
}

// One token of each of these colours, bit c for colour c.
constexpr Gems OneOfEach(unsigned colors) {
  uint64_t bytes = 0;
  for (unsigned color = 0; color < kColors; ++color) {
    bytes |= uint64_t{colors >> color & 1} << (8 * color);
  }
  return Gems(bytes);
}

// What a card costs somebody with these bonuses, paid with these tokens: coloured tokens first,
// gold for what lacks. Whether they have as much gold is theirs to know.
constexpr Gems PaymentFor(Gems cost, Gems bonuses, Gems tokens) {
  const Gems due = cost.Minus(bonuses);
  const Gems lacking = due.Minus(tokens.WithoutGold());
  return due - lacking + Gems::Of(Color::kGold, lacking.Total());
}

}  // namespace prestige::splendor
