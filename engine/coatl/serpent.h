#pragma once

#include <array>
#include <cstdint>

#include "engine/coatl/pieces.h"
#include "engine/core/check.h"

namespace prestige::coatl {

// The longest coatl that the rules can make: 126 body segments (the most a ruleset may hold), a
// head and a tail.
inline constexpr size_t kMaxLength = 128;

// The pieces of one coatl as five colour bitboards: bit i of plane c is set when the i-th piece
// from the head end has colour c. Pieces 0 to 63 are in `low`, 64 to 127 in `high`; a coatl of at
// most 64 pieces (nearly all) needs `low` alone. Exactly one plane has a bit below `length`, none
// above it.
//
//   plane Y  . 1 . . 1      the coatl  R Y B B Y  (head end first)
//   plane R  1 . . . .
//   plane B  . . 1 1 .
struct Serpent {
  std::array<uint64_t, kColors> low{};
  std::array<uint64_t, kColors> high{};
  std::array<uint8_t, kColors> count{};  // pieces of each colour
  uint8_t length = 0;
  uint8_t has_head = 0;  // 1 when piece 0 is a head: nothing goes before it
  uint8_t has_tail = 0;  // 1 when the last piece is a tail: nothing goes behind it

  friend bool operator==(const Serpent&, const Serpent&) = default;

  // 64 pieces at most: every bit is in `low`.
  bool IsShort() const { return length <= 64; }

  Color ColorAt(size_t i) const {
    PRESTIGE_DCHECK(i < length);
    const auto& words = i < 64 ? low : high;
    uint64_t color = 0;
    for (size_t c = 1; c < kColors; ++c) color += c * ((words[c] >> (i % 64)) & 1);
    return static_cast<Color>(color);
  }

  // Puts a piece before the first one. A head closes that end.
  void AddAtHead(Piece piece) {
    PRESTIGE_DCHECK(!has_head && length < kMaxLength && PartOf(piece) != Part::kTail);
    if (length >= 64) {
      for (size_t c = 0; c < kColors; ++c) high[c] = high[c] << 1 | low[c] >> 63;
    }
    for (size_t c = 0; c < kColors; ++c) low[c] <<= 1;
    const auto color = static_cast<size_t>(ColorOf(piece));
    low[color] |= 1;
    has_head = PartOf(piece) == Part::kHead;
    ++count[color];
    ++length;
  }

  // Puts a piece behind the last one. A tail closes that end.
  void AddAtTail(Piece piece) {
    PRESTIGE_DCHECK(!has_tail && length < kMaxLength && PartOf(piece) != Part::kHead);
    const auto color = static_cast<size_t>(ColorOf(piece));
    auto& words = length < 64 ? low : high;
    words[color] |= uint64_t{1} << (length % 64);
    has_tail = PartOf(piece) == Part::kTail;
    ++count[color];
    ++length;
  }

  void AddAt(Side side, Piece piece) { side == Side::kHead ? AddAtHead(piece) : AddAtTail(piece); }

  // The first piece, whatever it is: a head closes the head end, a tail the tail end.
  static Serpent Start(Piece piece) {
    Serpent serpent;
    const auto color = static_cast<size_t>(ColorOf(piece));
    serpent.low[color] = 1;
    serpent.count[color] = 1;
    serpent.length = 1;
    serpent.has_head = PartOf(piece) == Part::kHead;
    serpent.has_tail = PartOf(piece) == Part::kTail;
    return serpent;
  }
};
static_assert(sizeof(Serpent) == 88);

}  // namespace prestige::coatl
