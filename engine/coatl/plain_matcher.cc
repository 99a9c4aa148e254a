#include "engine/coatl/plain_matcher.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <span>

namespace prestige::coatl {
namespace {

// Positions 0 to length, where position i is before the i-th piece.
using Positions = std::bitset<kMaxLength + 1>;

struct Reader {
  std::array<Color, kMaxLength> colors;
  size_t length;

  // Where a match may stand after `token`, if it may stand at `from` before it.
  Positions Step(const Token& token, const Positions& from) const {
    Positions to;
    for (size_t i = 0; i < length; ++i) {
      if (!from[i]) continue;
      for (size_t j = i; j < length; ++j) {
        if (token.kind != TokenKind::kAnyPlus && colors[j] != token.color) break;
        to.set(j + 1);
        if (token.kind == TokenKind::kOne) break;
      }
    }
    return to;
  }
};

}  // namespace

int CountPlain(const Pattern& pattern, const Serpent& serpent, bool open_end_satisfies_not) {
  std::span<const Token> tokens = pattern.tokens;
  if (tokens.front().kind == TokenKind::kCount) {
    return serpent.count[static_cast<size_t>(tokens.front().color)];
  }
  const Token* not_before = tokens.front().kind == TokenKind::kNot ? &tokens.front() : nullptr;
  const Token* not_after = tokens.back().kind == TokenKind::kNot ? &tokens.back() : nullptr;
  if (not_before) tokens = tokens.subspan(1);
  if (not_after) tokens = tokens.first(tokens.size() - 1);

  Reader reader{{}, serpent.length};
  for (size_t i = 0; i < reader.length; ++i) reader.colors[i] = serpent.ColorAt(i);

  const auto may_begin = [&](size_t begin) {
    if (!not_before) return true;
    if (begin == 0) return open_end_satisfies_not || serpent.has_head != 0;
    return reader.colors[begin - 1] != not_before->color;
  };
  const auto may_end = [&](size_t end) {
    if (!not_after) return true;
    if (end == reader.length) return open_end_satisfies_not || serpent.has_tail != 0;
    return reader.colors[end] != not_after->color;
  };

  // best[i]: the most matches in the pieces from i on. Piece i is either unused, or the first of a
  // match.
  std::array<int, kMaxLength + 1> best{};
  for (size_t begin = reader.length; begin-- > 0;) {
    best[begin] = best[begin + 1];
    if (!may_begin(begin)) continue;
    Positions reached;
    reached.set(begin);
    for (const Token& token : tokens) reached = reader.Step(token, reached);
    for (size_t end = begin + 1; end <= reader.length; ++end) {
      if (reached[end] && may_end(end)) best[begin] = std::max(best[begin], 1 + best[end]);
    }
  }
  return best[0];
}

}  // namespace prestige::coatl
