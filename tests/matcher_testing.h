#pragma once

// Random decks and coameh for the tests of the matchers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/coatl/matcher_program.h"
#include "engine/coatl/pattern.h"
#include "engine/coatl/serpent.h"
#include "engine/core/rng.h"

namespace prestige::coatl {

inline Pattern MustParse(std::string_view text) {
  auto parsed = ParsePattern(text);
  if (const auto* pattern = std::get_if<Pattern>(&parsed)) return *pattern;
  ADD_FAILURE() << "pattern '" << text
                << "': " << std::get<std::vector<PatternError>>(parsed)[0].message;
  return Pattern{{Token{TokenKind::kCount, Color::kYellow}}};
}

// "^YGGB$": ^ a head first, $ a tail last.
inline Serpent MakeSerpent(std::string_view text) {
  const bool head = text.starts_with('^');
  const bool tail = text.ends_with('$');
  if (head) text.remove_prefix(1);
  if (tail) text.remove_suffix(1);
  Serpent serpent;
  for (size_t i = 0; i < text.size(); ++i) {
    const Part part = head && i == 0                 ? Part::kHead
                      : tail && i + 1 == text.size() ? Part::kTail
                                                     : Part::kBody;
    const Piece piece = MakePiece(part, static_cast<Color>(kColorLetters.find(text[i])));
    if (i == 0) {
      serpent = Serpent::Start(piece);
    } else {
      serpent.AddAtTail(piece);
    }
  }
  return serpent;
}

inline std::string ToText(const Serpent& serpent) {
  std::string text;
  if (serpent.has_head) text += '^';
  for (size_t i = 0; i < serpent.length; ++i) text += Letter(serpent.ColorAt(i));
  if (serpent.has_tail) text += '$';
  return text;
}

// The colours that a random pattern or coatl is made of: few of them match often, all five seldom.
struct Palette {
  std::array<Color, kColors> colors;
  uint32_t size;

  Color Pick(Stream& stream) const { return colors[stream.Below(size)]; }
};

inline Palette RandomPalette(Stream& stream) {
  Palette palette{{Color::kYellow, Color::kRed, Color::kBlack, Color::kGreen, Color::kBlue}, 1};
  for (uint32_t i = 0; i < kColors; ++i) {
    std::swap(palette.colors[i],
              palette.colors[i + stream.Below(static_cast<uint32_t>(kColors) - i)]);
  }
  palette.size = 1 + stream.Below(static_cast<uint32_t>(kColors));
  return palette;
}

// Any pattern that the language can say: mostly short, sometimes up to the longest.
inline Pattern RandomPattern(Stream& stream, const Palette& palette) {
  if (stream.Below(12) == 0) return Pattern{{{TokenKind::kCount, palette.Pick(stream)}}};
  const uint32_t most = stream.Below(40) == 0 ? 120 : stream.Below(8) == 0 ? 12 : 5;
  const uint32_t colors = 1 + stream.Below(most);
  const uint32_t plus_percent = stream.Below(3) * 30;
  const uint32_t any_percent = stream.Below(3) * 15;
  Pattern pattern;
  size_t pieces = 0;
  if (stream.Below(4) == 0) pattern.tokens.push_back({TokenKind::kNot, palette.Pick(stream)});
  for (uint32_t i = 0; i < colors && pieces < kMaxLength; ++i) {
    if (i > 0 && pieces + 2 <= kMaxLength && stream.Below(100) < any_percent) {
      pattern.tokens.push_back({TokenKind::kAnyPlus, Color::kYellow});
      ++pieces;
    }
    const bool plus = stream.Below(100) < plus_percent;
    pattern.tokens.push_back({plus ? TokenKind::kPlus : TokenKind::kOne, palette.Pick(stream)});
    ++pieces;
  }
  if (stream.Below(4) == 0) pattern.tokens.push_back({TokenKind::kNot, palette.Pick(stream)});
  return pattern;
}

inline std::vector<Level> RandomLevels(Stream& stream) {
  const uint32_t count = 1 + stream.Below(stream.Below(8) == 0 ? 16 : 4);
  const uint32_t widest = stream.Below(8) == 0 ? 12 : 2;
  std::vector<Level> levels;
  uint32_t times = 0;
  for (uint32_t i = 0; i < count; ++i) {
    times += 1 + stream.Below(widest);
    levels.push_back({static_cast<uint8_t>(times), static_cast<uint8_t>(stream.Below(256))});
  }
  return levels;
}

inline std::vector<DeckCard> RandomDeck(Stream& stream, size_t size) {
  const Palette palette = RandomPalette(stream);
  std::vector<DeckCard> deck;
  while (deck.size() < size) {
    deck.push_back({RandomPattern(stream, palette), RandomLevels(stream)});
  }
  return deck;
}

// 1 to `longest` pieces, with runs of one colour, each end open or closed.
inline Serpent RandomSerpent(Stream& stream, uint32_t longest) {
  const Palette palette = RandomPalette(stream);
  const uint32_t run_percent = stream.Below(4) * 25;
  const uint32_t length = 1 + stream.Below(longest);
  const bool head = stream.Below(2) == 0;
  const bool tail = stream.Below(2) == 0 && (length > 1 || !head);
  Color color = palette.Pick(stream);
  Serpent serpent = Serpent::Start(MakePiece(head                  ? Part::kHead
                                             : tail && length == 1 ? Part::kTail
                                                                   : Part::kBody,
                                             color));
  for (uint32_t i = 1; i < length; ++i) {
    if (stream.Below(100) >= run_percent) color = palette.Pick(stream);
    serpent.AddAtTail(MakePiece(tail && i + 1 == length ? Part::kTail : Part::kBody, color));
  }
  return serpent;
}

// A coatl that is made for a pattern: pieces of its matches, with noise between.
inline Serpent SerpentFor(Stream& stream, const Pattern& pattern, uint32_t longest) {
  const Palette palette = RandomPalette(stream);
  const uint32_t length = 1 + stream.Below(longest);
  std::string text;
  while (text.size() < length) {
    for (const Token& token : pattern.tokens) {
      const bool any = token.kind == TokenKind::kAnyPlus || token.kind == TokenKind::kNot;
      const bool many = token.kind == TokenKind::kPlus || token.kind == TokenKind::kAnyPlus;
      const uint32_t pieces = many ? 1 + stream.Below(3) : 1;
      for (uint32_t i = 0; i < pieces; ++i) {
        text += Letter(any || stream.Below(30) == 0 ? palette.Pick(stream) : token.color);
      }
    }
    if (stream.Below(2) == 0) text += Letter(palette.Pick(stream));
  }
  text.resize(length);
  if (stream.Below(2) == 0) text = "^" + text;
  if (stream.Below(2) == 0 && length > 1) text += "$";
  return MakeSerpent(text);
}

// The printed deck: 49 kinds.
inline std::vector<DeckCard> PrintedDeck() {
  const auto card = [](std::string_view pattern, std::vector<Level> levels) {
    return DeckCard{MustParse(pattern), std::move(levels)};
  };
  std::vector<DeckCard> deck;
  for (const char* p : {"#Y", "#R", "#K", "#G", "#B"}) {
    deck.push_back(card(p, {{3, 2}, {4, 3}, {5, 4}, {6, 5}}));
  }
  for (const char* p : {"!Y Y Y !Y", "!R R R !R", "!K K K !K", "!G G G !G", "!B B B !B"}) {
    deck.push_back(card(p, {{1, 2}, {2, 5}}));
  }
  for (const char* p : {"Y Y Y", "R R R", "K K K", "G G G", "B B B"}) {
    deck.push_back(card(p, {{1, 3}, {2, 7}}));
  }
  for (const char* p : {"Y G", "R K", "Y B", "G B", "K G", "Y K", "R B"}) {
    deck.push_back(card(p, {{1, 1}, {2, 3}, {3, 5}}));
  }
  for (const char* p : {"K B K B", "Y R Y R", "R G R G"}) deck.push_back(card(p, {{1, 5}}));
  for (const char* p : {"R R R G G", "K K G G G", "Y Y B B B"}) deck.push_back(card(p, {{1, 6}}));
  for (const char* p : {"B B Y Y", "R R B B", "K K Y Y", "G G R R"}) {
    deck.push_back(card(p, {{1, 4}}));
  }
  for (const char* p : {"Y K R G B", "R K B Y G", "K G R B Y"}) deck.push_back(card(p, {{1, 7}}));
  for (const char* p :
       {"Y K+ R", "G Y+ K", "Y B+ G", "B G+ K", "R K+ B", "R B+ Y", "G R+ K", "G Y+ G", "B G+ B"}) {
    deck.push_back(card(p, {{1, 2}, {2, 6}}));
  }
  for (const char* p : {"K Y *+ Y K", "G K *+ K G", "K B *+ B K", "Y R *+ R Y", "R B *+ B R"}) {
    deck.push_back(card(p, {{1, 4}}));
  }
  return deck;
}

}  // namespace prestige::coatl
