#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/coatl/matcher_program.h"
#include "engine/coatl/serpent.h"

namespace prestige::coatl {

// What the batch and single matchers tell of a card: each in one byte.
enum class ResultKind : uint8_t {
  kTimes,   // how many times it is met, the top level's times at most
  kLevel,   // 0 for none, else 1 to the number of levels
  kPoints,  // of that level
};
inline constexpr size_t kResultKinds = 3;

// Coameh that are scored side by side.
inline constexpr size_t kBatchBlock = 128;

// A place of a block without a coatl.
inline constexpr uint32_t kNoCoatl = 0xFFFFFFFF;

// A deck as the batch kernel runs it. For every block it first derives planes (words of one bit a
// piece, one word a coatl) that cards share: colours, shifted colours, frames. Then it goes through
// the cards, those of one shape and counting in a row, so that the loops inside have no branches
// that depend on the card.

inline constexpr uint8_t kOpenHeadPlane = kColors;  // bit 0 where `!` fails beyond the head end
inline constexpr uint8_t kOpenTailPlane =
    kColors + 1;  // the last piece's bit where `!` fails beyond the tail end
inline constexpr uint8_t kFirstDerivedPlane = kColors + 2;

struct DerivedPlane {
  enum class Kind : uint8_t {
    kLater,     // the colour `shift` pieces later: plane >> shift
    kMayBegin,  // a match may begin here: no piece of the colour before
    kMayEnd,    // a match may end `shift` pieces later: no piece of the colour behind that
  };
  Kind kind;
  uint8_t color;
  uint8_t shift;

  friend bool operator==(const DerivedPlane&, const DerivedPlane&) = default;
};

// How the matches of a card are found.
enum class BatchShape : uint8_t {
  kSequence,    // where all operand planes have a bit, one for each token, in start form; #C
  kMany,        // the same with further operands: where a match may begin or end
  kFramedPair,  // operands: a sequence of two tokens, the colours that may not be before it (not
                // shifted) and behind it (two pieces later); in start form, for decks where `!`
                // holds at an open end
  kRun,         // operands: C, D, E of `C D+ E`; in end form
  kBridge,      // operands: C, D, E, F one piece later of `C D *+ E F`
  kGeneral,     // token by token, in end form; operands: where it may begin and end, if framed
};

// How they are counted.
enum class BatchCounting : uint8_t {
  kOnce,    // any match at all
  kBits,    // each is one, for they share no piece
  kApart,   // at least `length` apart
  kRepeat,  // find the first end, begin anew behind it
};

inline constexpr size_t kBatchOperands = kSequenceTokens + 2;
inline constexpr uint8_t kNoPlane = 0xFF;

struct alignas(32) BatchCard {
  std::array<uint16_t, kBatchOperands> operand;  // offsets of planes, in words
  uint32_t first_result;                         // its index in the deck, times kBatchBlock
  uint32_t first_value;  // in BatchProgram::values: by times, 0 to max(top, 15); a multiple of 16
  uint8_t operands;
  uint8_t top;        // the top level's times
  uint8_t length;     // the number of tokens: pieces of the shortest match
  uint8_t may_begin;  // planes of a kGeneral's frame, or kNoPlane
  uint8_t may_end;
  uint16_t card;  // its index in the deck
};
static_assert(sizeof(BatchCard) == 32);

// Cards with the same shape, counting and number of operands.
struct BatchGroup {
  BatchShape shape;
  BatchCounting counting;
  uint8_t operands;
  uint32_t first;  // in BatchProgram::cards
  uint32_t count;
};

inline constexpr size_t kMaxDerivedPlanes = kColors * (2 * kSequenceTokens + 2);
static_assert((kFirstDerivedPlane + kMaxDerivedPlanes) * kBatchBlock < 65536);

struct BatchProgram {
  std::vector<DerivedPlane> planes;
  std::vector<BatchCard> cards;
  std::vector<BatchGroup> groups;
  std::array<std::vector<uint8_t>, kResultKinds> values;
  bool looks_at_ends;  // whether there are planes kMayBegin or kMayEnd, which read the open-end
                       // planes
};

BatchProgram CompileBatch(const DeckProgram& deck);

// Scores all coameh; see BatchMatcher::Score.
using BatchKernel = size_t(const DeckProgram& deck, const BatchProgram& program, ResultKind kind,
                           const Serpent* serpents, size_t count, uint8_t* results,
                           uint32_t* order);

}  // namespace prestige::coatl
