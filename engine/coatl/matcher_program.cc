#include "engine/coatl/matcher_program.h"

#include <algorithm>
#include <span>

#include "engine/core/check.h"

namespace prestige::coatl {
namespace {

uint8_t Index(Color color) { return static_cast<uint8_t>(color); }

// Whether a match at s and another at s + shift of a sequence contradict each other somewhere.
bool Contradicts(std::span<const Token> tokens, uint8_t not_before, uint8_t not_after,
                 size_t shift) {
  const size_t length = tokens.size();
  for (size_t i = shift; i < length; ++i) {
    if (tokens[i].color != tokens[i - shift].color) return true;
  }
  // The later match's `!` before it stands on a piece of the earlier, the earlier's `!` behind it
  // on one of the later.
  return Index(tokens[shift - 1].color) == not_before ||
         Index(tokens[length - shift].color) == not_after;
}

bool IsDisjoint(std::span<const Token> tokens, uint8_t not_before, uint8_t not_after) {
  const auto is_one = [](const Token& token) { return token.kind == TokenKind::kOne; };
  if (std::all_of(tokens.begin(), tokens.end(), is_one)) {
    for (size_t shift = 1; shift < tokens.size(); ++shift) {
      if (!Contradicts(tokens, not_before, not_after, shift)) return false;
    }
    return true;
  }
  // Of two matches that share a piece but not the end, the later runs over the end of the earlier;
  // when the last colour stands nowhere else in the pattern, it cannot.
  const auto may_be_last_color = [&](const Token& token) {
    return token.kind == TokenKind::kAnyPlus || token.color == tokens.back().color;
  };
  return is_one(tokens.back()) && std::none_of(tokens.begin(), tokens.end() - 1, may_be_last_color);
}

// A piece added at an end changes the count only by a match that ends in it, or by the frame that
// it steps into: before, the frame stood beyond the open end.
uint8_t ChangedBy(Color end_color, uint8_t not_beyond, bool open_end_satisfies_not) {
  constexpr unsigned kAllColors = (1U << kColors) - 1;
  unsigned colors = 1U << Index(end_color);
  if (not_beyond != kNoColor) {
    const unsigned broken = 1U << not_beyond;
    colors |= open_end_satisfies_not ? broken : kAllColors & ~broken;
  }
  return static_cast<uint8_t>(colors);
}

Family FamilyOf(std::span<const Token> tokens, bool framed, uint8_t top) {
  const auto is_one = [&](size_t i) { return tokens[i].kind == TokenKind::kOne; };
  size_t ones = 0;
  for (size_t i = 0; i < tokens.size(); ++i) ones += is_one(i);
  if (ones == tokens.size() && ones <= kSequenceTokens)
    return framed ? Family::kFramed : Family::kSequence;
  if (framed) return Family::kGeneral;
  if (tokens.size() == 3 && ones == 2 && tokens[1].kind == TokenKind::kPlus &&
      tokens[1].color != tokens[0].color && tokens[1].color != tokens[2].color) {
    return Family::kRun;
  }
  if (tokens.size() == 5 && ones == 4 && tokens[2].kind == TokenKind::kAnyPlus && top == 1) {
    return Family::kBridge;
  }
  return Family::kGeneral;
}

void CompileLevels(const std::vector<Level>& levels, CardProgram& card, DeckProgram& deck) {
  PRESTIGE_DCHECK(!levels.empty() && levels.front().times > 0);
  card.levels = static_cast<uint8_t>(levels.size());
  card.lowest = levels.front().times;
  card.top = levels.back().times;
  card.first_times = static_cast<uint32_t>(deck.points_of_times.size());
  uint8_t level = 0;
  for (unsigned times = 0; times <= card.top; ++times) {
    if (level < levels.size() && times == levels[level].times) ++level;
    deck.level_of_times.push_back(level);
    deck.points_of_times.push_back(level == 0 ? uint8_t{0} : levels[level - 1U].points);
  }
}

void CompilePattern(std::span<const Token> tokens, CardProgram& card, DeckProgram& deck) {
  PRESTIGE_DCHECK(!tokens.empty());
  card.not_before = kNoColor;
  card.not_after = kNoColor;
  if (tokens.front().kind == TokenKind::kNot) {
    card.not_before = Index(tokens.front().color);
    tokens = tokens.subspan(1);
  }
  if (tokens.back().kind == TokenKind::kNot) {
    card.not_after = Index(tokens.back().color);
    tokens = tokens.first(tokens.size() - 1);
  }
  card.first_token = static_cast<uint32_t>(deck.tokens.size());
  card.tokens = static_cast<uint8_t>(tokens.size());
  deck.tokens.insert(deck.tokens.end(), tokens.begin(), tokens.end());
  const std::span<Token> own = std::span(deck.tokens).last(tokens.size());
  if (own.front().kind == TokenKind::kPlus && card.not_before == kNoColor)
    own.front().kind = TokenKind::kOne;
  if (own.back().kind == TokenKind::kPlus && card.not_after == kNoColor)
    own.back().kind = TokenKind::kOne;

  const bool open = deck.open_end_satisfies_not;
  card.changed_at_head = ChangedBy(own.front().color, card.not_before, open);
  card.changed_at_tail = ChangedBy(own.back().color, card.not_after, open);

  if (own.front().kind == TokenKind::kCount) {
    card.family = Family::kCount;
    card.disjoint = true;
  } else {
    card.family =
        FamilyOf(own, card.not_before != kNoColor || card.not_after != kNoColor, card.top);
    card.disjoint = IsDisjoint(own, card.not_before, card.not_after);
  }
  for (size_t i = 0; i < kSequenceTokens; ++i) {
    const size_t token = std::min(i, own.size() - 1);
    card.color[i] = Index(own[token].color);
    card.offset[i] = static_cast<uint8_t>(token);
  }
}

}  // namespace

DeckProgram CompileDeck(const std::vector<DeckCard>& cards, bool open_end_satisfies_not) {
  DeckProgram deck;
  deck.open_end_satisfies_not = open_end_satisfies_not;
  deck.cards.reserve(cards.size());
  for (const DeckCard& card : cards) {
    CardProgram compiled{};
    CompileLevels(card.levels, compiled, deck);
    CompilePattern(card.pattern.tokens, compiled, deck);
    deck.cards.push_back(compiled);
  }
  return deck;
}

}  // namespace prestige::coatl
