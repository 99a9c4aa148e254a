// A fixed amount of matching for scripts/bench --instructions, which counts the instructions inside
// ScoreOneByOne or ScoreInBatches:
//   matcher_workload bitboard|batch ROUNDS

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/matcher_corpus.h"
#include "engine/coatl/batch_matcher.h"
#include "engine/coatl/matcher.h"
#include "engine/coatl/matcher_target.h"

namespace prestige::coatl {

// Both return the sum of all points: the same for both, and a use for the results.
uint64_t ScoreOneByOne(const std::vector<DeckCard>& deck, const std::vector<Corpus>& corpora,
                       int rounds) {
  const Matcher matcher(deck, /*open_end_satisfies_not=*/true);
  uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (const Corpus& corpus : corpora) {
      for (const Serpent& serpent : corpus.serpents) {
        for (size_t card = 0; card < matcher.size(); ++card) {
          sum += static_cast<uint64_t>(matcher.Points(card, serpent));
        }
      }
    }
  }
  return sum;
}

uint64_t ScoreInBatches(const std::vector<DeckCard>& deck, const std::vector<Corpus>& corpora,
                        int rounds) {
  const BatchMatcher matcher(deck, /*open_end_satisfies_not=*/true);
  std::vector<uint8_t> results;
  std::vector<uint32_t> order;
  uint64_t sum = 0;
  for (const Corpus& corpus : corpora) {
    results.resize(matcher.ResultBytes(corpus.serpents.size()));
    order.resize(BatchMatcher::Slots(corpus.serpents.size()));
    size_t slots = 0;
    for (int round = 0; round < rounds; ++round) {
      slots = matcher.Score(ResultKind::kPoints, corpus.serpents, results, order);
    }
    for (size_t slot = 0; slot < slots; ++slot) {
      if (order[slot] == kNoCoatl) continue;
      for (size_t card = 0; card < matcher.size(); ++card) {
        sum += static_cast<uint64_t>(rounds) * results[matcher.ResultAt(slot, card)];
      }
    }
  }
  return sum;
}

}  // namespace prestige::coatl

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const int rounds = arguments.size() == 2 ? std::atoi(arguments[1].c_str()) : 0;
  if (rounds < 1 || (arguments[0] != "bitboard" && arguments[0] != "batch")) {
    std::cerr << "usage: matcher_workload bitboard|batch ROUNDS\n";
    return 2;
  }
  const char* simd = std::getenv("PRESTIGE_SIMD");
  if (const auto problem = prestige::coatl::SelectSimdTarget(simd == nullptr ? "" : simd)) {
    std::cerr << "PRESTIGE_SIMD: " << *problem << "\n";
    return 2;
  }
  const auto deck = prestige::coatl::ReadPrintedDeck();
  const auto corpora = prestige::coatl::MakeCorpora();
  std::cout << (arguments[0] == "batch" ? prestige::coatl::ScoreInBatches(deck, corpora, rounds)
                                        : prestige::coatl::ScoreOneByOne(deck, corpora, rounds))
            << "\n";
  return 0;
}
