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
// Coameh of like length are scored together, in blocks of 64: at most 16 pieces, 32, 64, and
// longer. A result is therefore found by its coatl's slot, which scoring tells:
//
//   slot = block * 64 + place        results: block 0, card 0: 64 bytes, one for each place
//                                             block 0, card 1: 64 bytes
//                                             ...
//                                             block 1, card 0: 64 bytes
class BatchMatcher {
 public:
  static constexpr size_t kBlock = kBatchBlock;

  // Runs on the SIMD target that is selected now (matcher_target.h).
  BatchMatcher(const std::vector<DeckCard>& cards, bool open_end_satisfies_not);

  size_t size() const { return deck_.cards.size(); }
  const std::string& target() const { return target_; }

  // The bytes of results that `coameh` coameh need. Each kind of length may leave one block
  // unfilled.
  size_t ResultBytes(size_t coameh) const { return (coameh / kBlock + 5) * size() * kBlock; }

  // Where the result of a card for the coatl in a slot stands.
  size_t ResultAt(uint32_t slot, size_t card) const {
    return (slot / kBlock * size() + card) * kBlock + slot % kBlock;
  }

  // Scores every coatl against every card. `results` has at least ResultBytes(serpents.size())
  // bytes, best aligned to 64; `slots` has an element for each coatl. Bytes of places without a
  // coatl hold anything.
  void Score(ResultKind kind, std::span<const Serpent> serpents, std::span<uint8_t> results,
             std::span<uint32_t> slots) const;

 private:
  DeckProgram deck_;
  BatchProgram program_;
  BatchKernel* kernel_;
  std::string target_;
};

}  // namespace prestige::coatl
