#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/coatl/pattern.h"

namespace prestige::coatl {

// A prophecy as the matcher takes it. The pattern is valid (see Pattern); there are 1 to 16 levels
// with strictly increasing times.
struct DeckCard {
  Pattern pattern;
  std::vector<Level> levels;
};

// How a card's matches are found, from the cheapest on. C, D, E, F stand for any colours.
enum class Family : uint8_t {
  kCount,     // #C
  kSequence,  // 1 to 6 tokens C, without frame
  kFramed,    // the same with `!` on one or both sides
  kRun,       // C D+ E with D different from C and E, without frame
  kBridge,    // C D *+ E F without frame, asked for once
  kGeneral,   // everything else: token by token
};

inline constexpr uint8_t kNoColor = 0xFF;
inline constexpr size_t kSequenceTokens = 6;

// One card, compiled. Patterns are first brought to a shorter form with the same count: an unframed
// C+ at either end becomes C, since the shortest match there is as good as any.
struct CardProgram {
  Family family;
  // Matches with different ends never share a piece, so that the count is the number of ends.
  bool disjoint;
  uint8_t tokens;      // how many, frame excluded
  uint8_t lowest;      // the lowest level's times
  uint8_t top;         // the top level's times: more count no more
  uint8_t not_before;  // the frame's colours, kNoColor where it has none
  uint8_t not_after;
  uint8_t levels;
  // The colours of all families but kGeneral; a sequence is padded with its last token, so that all
  // have one length.
  std::array<uint8_t, kSequenceTokens> color;
  std::array<uint8_t, kSequenceTokens> offset;  // of each colour of a sequence from its start
  // Bit c: a piece of colour c that is added at that end can change how often a coatl meets the
  // card.
  uint8_t changed_at_head;
  uint8_t changed_at_tail;
  uint32_t first_token;  // in DeckProgram::tokens
  uint32_t first_times;  // in DeckProgram::points_of_times and level_of_times
};
static_assert(sizeof(CardProgram) == 32);

// A deck compiled for every matcher: scalar, batch and single.
struct DeckProgram {
  std::vector<CardProgram> cards;
  std::vector<Token> tokens;             // of all cards, without frames
  std::vector<uint8_t> points_of_times;  // for each card, its points when met 0 to `top` times
  std::vector<uint8_t> level_of_times;   // likewise its level, 0 for none
  bool open_end_satisfies_not;
};

DeckProgram CompileDeck(const std::vector<DeckCard>& cards, bool open_end_satisfies_not);

}  // namespace prestige::coatl
