#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/coatl/matcher_program.h"
#include "engine/coatl/serpent.h"
#include "engine/coatl/single_matcher_program.h"
#include "engine/core/check.h"

namespace prestige::coatl {

// Scores one coatl against a whole deck, cards in the lanes of SIMD vectors: for strategies that
// look at one position at a time. Immutable once made; scoring allocates nothing. The results are
// those of Matcher on every SIMD target.
class SingleMatcher {
 public:
  // Runs on the SIMD target that is selected now (matcher_target.h).
  SingleMatcher(const std::vector<DeckCard>& cards, bool open_end_satisfies_not);

  size_t size() const { return deck_.cards.size(); }
  const std::string& target() const { return target_; }

  // The bytes that Score writes to: more than there are cards, since it writes whole vectors.
  size_t ResultBytes() const {
    return program_.groups.size() * kSingleLanes + program_.other_cards.size();
  }

  // Where the result of a card stands. Cards of one kind of pattern are next to each other.
  size_t PlaceOf(size_t card) const { return program_.place_of[card]; }

  // Scores the coatl against every card; `results` has at least ResultBytes() bytes.
  void Score(ResultKind kind, const Serpent& serpent, std::span<uint8_t> results) const {
    PRESTIGE_DCHECK(results.size() >= ResultBytes());
    kernel_(deck_, program_, kind, serpent, results.data());
  }

 private:
  DeckProgram deck_;
  SingleProgram program_;
  SingleKernel* kernel_;
  std::string target_;
};

}  // namespace prestige::coatl
