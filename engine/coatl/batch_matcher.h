#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/coatl/batch_matcher_program.h"
#include "engine/coatl/matcher_program.h"
#include "engine/coatl/serpent.h"

namespace prestige::coatl {

// Scores many coameh against a whole deck at once, coameh in the lanes of SIMD vectors. Immutable
// once made, so that threads share it; scoring allocates nothing. The results are those of Matcher
// on every SIMD target.
//
// Coameh of like length are scored together, in blocks of kBlock: at most 8 pieces, 16, 32, 64, and
// longer. Scoring tells the order in which it took them, place p of block b being slot b * kBlock +
// p: order[slot] is the coatl there, or kNoCoatl where a block has none. The results of a block are
// kBlock bytes for each card, one for each place, in the order of the deck; then come those of the
// next block.
class BatchMatcher {
 public:
  static constexpr size_t kBlock = kBatchBlock;

  // Runs on the SIMD target that is selected now (matcher_target.h).
  BatchMatcher(const std::vector<DeckCard>& cards, bool open_end_satisfies_not);

  size_t size() const { return deck_.cards.size(); }
  const std::string& target() const { return target_; }

  // The most slots, that is places of all blocks together, that so many coameh take: each kind of
  // length may leave one block unfilled.
  static constexpr size_t Slots(size_t coameh) { return (coameh / kBlock + 5) * kBlock; }
  size_t ResultBytes(size_t coameh) const { return Slots(coameh) * size(); }

  // Where the result of a card for the coatl in a slot stands.
  size_t ResultAt(size_t slot, size_t card) const {
    return (slot / kBlock * size() + card) * kBlock + slot % kBlock;
  }

  // Scores every coatl against every card and returns how many slots were taken. `results` has at
  // least ResultBytes(serpents.size()) bytes, best aligned to 64; `order` at least
  // Slots(serpents.size()) elements.
  size_t Score(ResultKind kind, std::span<const Serpent> serpents, std::span<uint8_t> results,
               std::span<uint32_t> order) const;

 private:
  DeckProgram deck_;
  BatchProgram program_;
  BatchKernel* kernel_;
  std::string target_;
};

}  // namespace prestige::coatl
