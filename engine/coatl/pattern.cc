#include "engine/coatl/pattern.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "engine/coatl/serpent.h"

namespace prestige::coatl {
namespace {

constexpr std::string_view kAllowedTokens =
    "allowed are #C, C, C+, *+ and !C, with a colour C of Y, R, K, G, B, separated by spaces";

struct PlacedToken {
  size_t column;
  std::optional<Token>
      token;  // none when the word is no token: it was reported, and counts as a colour
};

std::optional<Color> ParseColor(char letter) {
  const size_t index = kColorLetters.find(letter);
  if (index == std::string_view::npos) return std::nullopt;
  return static_cast<Color>(index);
}

std::optional<Token> ParseToken(std::string_view word) {
  if (word == "*+") return Token{TokenKind::kAnyPlus, Color::kYellow};
  if (word.size() == 1) {
    if (const auto color = ParseColor(word[0])) return Token{TokenKind::kOne, *color};
  } else if (word.size() == 2 && word[1] == '+') {
    if (const auto color = ParseColor(word[0])) return Token{TokenKind::kPlus, *color};
  } else if (word.size() == 2 && (word[0] == '#' || word[0] == '!')) {
    const TokenKind kind = word[0] == '#' ? TokenKind::kCount : TokenKind::kNot;
    if (const auto color = ParseColor(word[1])) return Token{kind, *color};
  }
  return std::nullopt;
}

std::vector<PlacedToken> Split(std::string_view text, std::vector<PatternError>& errors) {
  std::vector<PlacedToken> tokens;
  size_t begin = text.find_first_not_of(' ');
  while (begin != std::string_view::npos) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    tokens.push_back({begin, ParseToken(word)});
    if (!tokens.back().token) {
      errors.push_back(
          {begin, "unknown token '" + std::string(word) + "': " + std::string(kAllowedTokens)});
    }
    begin = text.find_first_not_of(' ', end);
  }
  return tokens;
}

bool Is(const PlacedToken& placed, TokenKind kind) {
  return placed.token && placed.token->kind == kind;
}

// One or more pieces of a named colour.
bool IsColor(const PlacedToken& placed) {
  return !placed.token || placed.token->kind == TokenKind::kOne ||
         placed.token->kind == TokenKind::kPlus;
}

void CheckOrder(const std::vector<PlacedToken>& tokens, std::vector<PatternError>& errors) {
  bool has_color = false;
  size_t pieces = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const PlacedToken& placed = tokens[i];
    const bool inner = i > 0 && i + 1 < tokens.size();
    if (Is(placed, TokenKind::kCount)) {
      has_color = true;
      if (tokens.size() > 1)
        errors.push_back({placed.column, "'#' must stand alone in its pattern"});
    } else if (Is(placed, TokenKind::kNot)) {
      if (inner) {
        errors.push_back(
            {placed.column, "'!' may stand only first or last, one on each side at most"});
      }
    } else if (Is(placed, TokenKind::kAnyPlus)) {
      if (!inner || !IsColor(tokens[i - 1]) || !IsColor(tokens[i + 1])) {
        errors.push_back({placed.column, "'*+' must stand between two colours (C or C+)"});
      }
    } else {
      has_color = true;
    }
    if (Is(placed, TokenKind::kNot)) continue;
    if (++pieces == kMaxLength + 1) {
      errors.push_back({placed.column, "the pattern needs more than " + std::to_string(kMaxLength) +
                                           " pieces, the longest coatl that there can be"});
    }
  }
  if (!has_color) {
    errors.push_back({tokens.empty() ? 0 : tokens[0].column,
                      "the pattern asks for no piece: at least one of #C, C and C+ is needed"});
  }
}

}  // namespace

std::variant<Pattern, std::vector<PatternError>> ParsePattern(std::string_view text) {
  std::vector<PatternError> errors;
  const std::vector<PlacedToken> placed = Split(text, errors);
  CheckOrder(placed, errors);
  if (!errors.empty()) {
    std::sort(errors.begin(), errors.end(), [](const PatternError& a, const PatternError& b) {
      return std::tie(a.column, a.message) < std::tie(b.column, b.message);
    });
    return errors;
  }
  Pattern pattern;
  pattern.tokens.reserve(placed.size());
  for (const PlacedToken& token : placed) pattern.tokens.push_back(*token.token);
  return pattern;
}

std::string ToString(const Pattern& pattern) {
  std::string text;
  for (const Token& token : pattern.tokens) {
    if (!text.empty()) text += ' ';
    if (token.kind == TokenKind::kCount) text += '#';
    if (token.kind == TokenKind::kNot) text += '!';
    text += token.kind == TokenKind::kAnyPlus ? '*' : Letter(token.color);
    if (token.kind == TokenKind::kPlus || token.kind == TokenKind::kAnyPlus) text += '+';
  }
  return text;
}

size_t MinLength(const Pattern& pattern) {
  return static_cast<size_t>(
      std::count_if(pattern.tokens.begin(), pattern.tokens.end(),
                    [](const Token& token) { return token.kind != TokenKind::kNot; }));
}

}  // namespace prestige::coatl
