#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace prestige::coatl {

enum class Color : uint8_t { kYellow, kRed, kBlack, kGreen, kBlue };
inline constexpr size_t kColors = 5;
inline constexpr std::string_view kColorLetters = "YRKGB";

enum class Part : uint8_t { kBody, kHead, kTail };
inline constexpr size_t kParts = 3;
inline constexpr std::string_view kPartLetters = "bht";

// The two ends of a coatl.
enum class Side : uint8_t { kHead, kTail };

// A piece is its part and its colour: part * 5 + colour, 0 to 14.
using Piece = uint8_t;
inline constexpr size_t kPieces = kParts * kColors;
inline constexpr Piece kNoPiece = 0xFF;

constexpr Piece MakePiece(Part part, Color color) {
  return static_cast<Piece>(static_cast<unsigned>(part) * kColors + static_cast<unsigned>(color));
}
constexpr Part PartOf(Piece piece) { return static_cast<Part>(piece / kColors); }
constexpr Color ColorOf(Piece piece) { return static_cast<Color>(piece % kColors); }

constexpr char Letter(Color color) { return kColorLetters[static_cast<size_t>(color)]; }
constexpr char Letter(Part part) { return kPartLetters[static_cast<size_t>(part)]; }

}  // namespace prestige::coatl
