#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "bench/matcher_corpus.h"
#include "engine/coatl/matcher_program.h"

namespace prestige::coatl {

// The rule that all engines score by: `!C` holds at an open end, as printed.
inline constexpr bool kOpenEndSatisfiesNot = true;

// One way to score coameh against the printed deck.
class Engine {
 public:
  virtual ~Engine() = default;
  // Finds the points of every card for every coatl of the corpus: what is timed.
  virtual void Score(const Corpus& corpus) = 0;
  // One of the points that were found.
  virtual int PointsOf(size_t coatl, size_t card) = 0;
};

struct NamedEngine {
  std::string name;
  std::unique_ptr<Engine> engine;
};

// RE2, PCRE2 and Hyperscan, as far as they were found when the program was built.
std::vector<NamedEngine> MakeRegexEngines(const std::vector<DeckCard>& deck);

}  // namespace prestige::coatl
