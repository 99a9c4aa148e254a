#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/coatl/batch_matcher_program.h"
#include "engine/coatl/matcher_program.h"

namespace prestige::coatl {

// A deck for scoring one coatl at a time, with cards in the lanes of the vectors. Cards that are
// found and counted in the same way make a group of at most kSingleLanes; every lane looks up the
// colours that its card asks for. Cards of other shapes are scored one by one.

inline constexpr size_t kSingleLanes = 32;

// A word for each lane; aligned, so that no load of a vector runs over the end of a cache line.
template <class T>
struct alignas(kSingleLanes * sizeof(T) < 64 ? kSingleLanes : 64) LaneRow {
  std::array<T, kSingleLanes> words;
};

// The colour planes of the coatl as words of type T, in blocks of 16 bytes: what one lookup of
// bytes can reach.
template <class T>
inline constexpr size_t kPlaneBlocks = (kColors * sizeof(T) + 15) / 16;

// A group's operands are looked up in this order:
//   sequences  their colours, then the frames before and behind them, if any card has one
//   kRun       C, D, E of `C D+ E`
//   kBridge    C, D, E, F of `C D *+ E F`
struct SingleGroup {
  uint8_t operation;       // what finds the matches, below kSingleOperations
  BatchCounting counting;  // kBits (which is enough for kOnce too), kApart or kRepeat
  uint8_t top;             // the highest of its cards' tops
  bool not_before;         // whether any card has a frame before
  uint8_t not_after;  // how many tokens the cards with a frame behind have, 0 if there are none
  uint8_t lanes;      // in use
  uint8_t levels;     // the most that a card has
  std::array<uint32_t, 3> first_row;  // in SingleProgram::to16, to32 and to64
  uint32_t first_level;               // in SingleProgram::times_below and values
};

// The operations: sequences of n tokens (of the longest of the group; of each one if kApart) are n
// - 1.
inline constexpr uint8_t kRunOperation = kSequenceTokens;
inline constexpr uint8_t kBridgeOperation = kSequenceTokens + 1;
inline constexpr size_t kSingleOperations = kSequenceTokens + 2;

struct SingleProgram {
  std::vector<SingleGroup> groups;
  std::vector<uint16_t> other_cards;  // scored one by one
  // Of each card in the results, where every group has kSingleLanes places and the other cards
  // follow.
  std::vector<uint32_t> place_of;
  // What the lanes of the groups read, in the order in which they read it, as rows: for each
  // operand kPlaneBlocks rows of the bytes to look up, none for the later colours of a sequence
  // where a card is shorter; for a frame one row more, all bits where a card has it.
  std::vector<LaneRow<uint16_t>> to16;
  std::vector<LaneRow<uint32_t>> to32;
  std::vector<LaneRow<uint64_t>> to64;

  // For each group and level a row: one less than the level's times, 127,
  // which is never reached, for cards that have no such level; and what the level is worth. For
  // kTimes the first level's row has the top times.
  std::vector<LaneRow<uint8_t>> times_below;
  std::array<std::vector<LaneRow<uint8_t>>, kResultKinds> values;
};

SingleProgram CompileSingle(const DeckProgram& deck);

using SingleKernel = void(const DeckProgram& deck, const SingleProgram& program, ResultKind kind,
                          const Serpent& serpent, uint8_t* results);

}  // namespace prestige::coatl
