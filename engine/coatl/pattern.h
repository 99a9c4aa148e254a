#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/coatl/pieces.h"

namespace prestige::coatl {

// What a prophecy asks of a coatl, read from the head end to the tail end.
enum class TokenKind : uint8_t {
  kCount,    // #C  pieces of colour C anywhere, each one a match
  kOne,      // C   one piece of colour C, directly after the one before
  kPlus,     // C+  one or more pieces of colour C
  kAnyPlus,  // *+  one or more pieces of any colours
  kNot,      // !C  no piece of colour C there: another colour, or no piece at all
};

struct Token {
  TokenKind kind;
  Color color;  // kYellow for kAnyPlus, which has none

  friend bool operator==(const Token&, const Token&) = default;
};

// A valid pattern, as ParsePattern makes it:
// - `#C` stands alone;
// - `!C` stands only first or last, one on each side at most;
// - `*+` stands between two colours, never beside another `*+` or a `!C`;
// - there is at least one colour that is asked for;
// - the shortest match has at most kMaxLength pieces.
struct Pattern {
  std::vector<Token> tokens;

  friend bool operator==(const Pattern&, const Pattern&) = default;
};

struct PatternError {
  size_t column;        // 0-based, in the text that was parsed
  std::string message;  // what is wrong, and what is allowed
};

// Parses tokens separated by spaces, such as "!G G G !G" or "K Y *+ Y K". On bad text returns every
// error in it, in the order of their columns; the list is never empty.
std::variant<Pattern, std::vector<PatternError>> ParsePattern(std::string_view text);

// The spelling that ParsePattern reads back, with single spaces.
std::string ToString(const Pattern& pattern);

// The number of pieces of a pattern's shortest match.
size_t MinLength(const Pattern& pattern);

// A step of a card's scale: met `times` times (at least 1) it pays `points`.
struct Level {
  uint8_t times;
  uint8_t points;

  friend bool operator==(const Level&, const Level&) = default;
};

}  // namespace prestige::coatl
