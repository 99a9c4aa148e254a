// How often the intervals hold the truth, in studies of realistic size.

#include <gtest/gtest.h>

#include <string>

#include "tests/stats_studies.h"

namespace prestige {
namespace {

TEST(CoverageSlow, OfSharesFromOneToNinetyNinePercent) {
  for (const int games : {1, 2, 6, 24}) {
    for (const double share : {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99}) {
      for (const int blocks : {30, 100, 1000}) {
        // Where 24 games of a block go much the same way, 30 wins may be those of two deals, and no
        // formula knows: hence less likeness there.
        const double likeness = games == 1 ? 0 : (games == 24 ? 0.1 : 0.3);
        ExpectNominal(ShareStudies({games, share, likeness}, blocks),
                      std::to_string(games) + " games a block, " + std::to_string(share) + ", " +
                          std::to_string(blocks) + " blocks");
      }
    }
  }
}

TEST(CoverageSlow, OfCardsPlayedOften) {
  for (const double share : {0.01, 0.1, 0.5, 0.9}) {
    ExpectNominal(CardStudies(200, share, 0.3), "200 plays, " + std::to_string(share));
    ExpectNominal(CardStudies(5000, share, 0.3, 10'000), "5000 plays, " + std::to_string(share));
  }
}

TEST(CoverageSlow, OfADifference) {
  ExpectNominal(DifferenceStudies({0.3, 0.25, 0.25, 0.2}, 0.2, 100), "close");
  ExpectNominal(DifferenceStudies({0.7, 0.1, 0.1, 0.1}, 0.2, 100), "far apart");
}

TEST(CoverageSlow, OfDealEffects) {
  for (const double dealt : {0.005, 0.02, 0.1, 0.3}) {
    ExpectNominal(DealStudies(dealt, 0.5, 0.03, 10'000), "dealt " + std::to_string(dealt));
  }
  ExpectNominal(DealStudies(0.005, 0.04, 0, 10'000), "a seat that seldom wins");
}

// With a half-width beyond the share itself (2 pp for 1 %) the thirtieth win alone decides when to
// stop, which favours the lucky studies: 93.8 % then.
TEST(CoverageSlow, UnderTheStoppingRule) {
  for (const int games : {1, 2, 24}) {
    for (const double share : {0.01, 0.1, 0.5, 0.99}) {
      for (const double half_width : {0.01, 0.005}) {
        const double likeness = games == 1 ? 0 : 0.1;
        ExpectNominal(StoppedStudies({games, share, likeness}, half_width, 100, 20'000),
                      std::to_string(games) + " games a block, " + std::to_string(share) + ", to " +
                          std::to_string(half_width));
      }
    }
  }
}

}  // namespace
}  // namespace prestige
