// How often the intervals hold the truth, where a study is small; stats_coverage_slow_test.cc has
// the larger ones.

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/stats_studies.h"

namespace prestige {
namespace {

TEST(Coverage, OfSharesFromTenBlocks) {
  for (const int games : {1, 2, 6, 24}) {
    for (const double share : {0.01, 0.1, 0.25, 0.5, 0.99}) {
      const double likeness = games == 1 ? 0 : 0.2;
      ExpectNominal(ShareStudies({games, share, likeness}, 10),
                    std::to_string(games) + " games a block, " + std::to_string(share));
    }
  }
}

TEST(Coverage, OfTheSharesOfFourPlayersFromTenBlocks) {
  // 60 wins a study: not few.
  const Coverage coverage = ShareStudies({.games = 24, .share = 0.25, .likeness = 0.1}, 10);
  EXPECT_LT(coverage.few, coverage.studies / 100);
  ExpectNominal(coverage, "four players");
}

TEST(Coverage, OfACardWithTwentyExpectedPlays) {
  for (const double share : {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99}) {
    const Coverage coverage = CardStudies(20, share, 0.3);
    EXPECT_EQ(coverage.few, coverage.studies);
    ExpectNominal(coverage, std::to_string(share));
  }
}

TEST(Coverage, OfADifferenceFromTenBlocks) {
  ExpectNominal(DifferenceStudies({0.3, 0.3, 0.25, 0.15}, 0.1, 10), "equal");
  ExpectNominal(DifferenceStudies({0.02, 0.4, 0.4, 0.18}, 0.1, 10), "far apart, few");
}

TEST(Coverage, OfMeanPoints) {
  ExpectNominal(PointsStudies(10), "10 blocks");
  ExpectNominal(PointsStudies(100), "100 blocks");
}

// The measure itself: what it lets through, and what it does not.
TEST(Coverage, IsHeldToBothLimits) {
  ExpectNominal({.studies = 1000, .covered = 951}, "nominal");
  ExpectNominal({.studies = 1000, .covered = 999, .few = 1000}, "few may be wide");
  EXPECT_NONFATAL_FAILURE(ExpectNominal({.studies = 1000, .covered = 930}, "narrow"), "narrow");
  EXPECT_NONFATAL_FAILURE(ExpectNominal({.studies = 1000, .covered = 970}, "wide"), "wide");
  EXPECT_NONFATAL_FAILURE(ExpectNominal({.studies = 1000, .covered = 930, .few = 1000}, "few"),
                          "few");
}

}  // namespace
}  // namespace prestige
