#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/core/rng.h"
#include "sim/stats/block_sums.h"
#include "sim/stats/interval.h"
#include "sim/stats/jackknife.h"

namespace prestige {
namespace {

// --- interval.h

TEST(StudentQuantile, IsThatOfPrintedTables) {
  EXPECT_NEAR(StudentQuantile(2), 12.7062047364, 1e-9);
  EXPECT_NEAR(StudentQuantile(10), 2.2621571628, 1e-9);
  EXPECT_NEAR(StudentQuantile(31), 2.0422724563, 1e-9);
  EXPECT_NEAR(StudentQuantile(121, 0.99), 2.6174211352, 1e-6);
  EXPECT_NEAR(StudentQuantile(1'000'000'000), 1.9599639845, 1e-8);
}

TEST(SimultaneousConfidence, DividesTheErrorAmongTheComparisons) {
  EXPECT_DOUBLE_EQ(SimultaneousConfidence(0.95, 1), 0.95);
  EXPECT_DOUBLE_EQ(SimultaneousConfidence(0.95, 50), 0.999);
}

ShareEvidence Evidence(double share, double variance, int64_t groups, double games) {
  return {.share = share,
          .variance = variance,
          .groups = groups,
          .blocks = groups,
          .wins = share * games,
          .losses = (1 - share) * games};
}

// What defines Wilson's interval: its bounds are the true shares from which the estimate is exactly
// t standard errors away.
TEST(ShareInterval, BoundsAreTStandardErrorsFromTheEstimate) {
  for (const double share : {0.01, 0.2, 0.5, 0.93}) {
    for (const double games : {1e4, 1e6}) {
      const Interval interval =
          ShareInterval(Evidence(share, share * (1 - share) / games, 64, games));
      const double t = StudentQuantile(64);
      for (const double bound : {interval.low, interval.high}) {
        EXPECT_NEAR(std::abs(share - bound), t * std::sqrt(bound * (1 - bound) / games), 1e-12);
      }
      EXPECT_LT(interval.low, share);
      EXPECT_GT(interval.high, share);
      EXPECT_EQ(interval.estimate, share);
      EXPECT_FALSE(interval.few);
    }
  }
}

TEST(ShareInterval, WithoutVarianceBlocksAreTheGames) {
  ShareEvidence half = Evidence(0.5, 0, 50, 5000);
  const Interval never_varies = ShareInterval(half);
  half.variance = 0.25 / 50;
  const Interval varies = ShareInterval(half);
  EXPECT_EQ(never_varies.low, varies.low);
  EXPECT_EQ(never_varies.high, varies.high);
}

TEST(ShareInterval, MarksFewerThanThirtyWinsOrLosses) {
  const auto few = [](double wins, double losses) {
    const double share = wins / (wins + losses);
    return ShareInterval({.share = share,
                          .variance = share * (1 - share) / (wins + losses),
                          .groups = 100,
                          .blocks = 100,
                          .wins = wins,
                          .losses = losses})
        .few;
  };
  EXPECT_FALSE(few(30, 30));
  EXPECT_TRUE(few(29.5, 1000));
  EXPECT_TRUE(few(1000, 29.5));
}

// Few outcomes: half a game more on either side, and no more games than blocks.
TEST(ShareInterval, IsWiderWhereFew) {
  const double t = StudentQuantile(40);
  const Interval interval = ShareInterval(Evidence(0.1, 0.1 * 0.9 / 160, 40, 160));
  ASSERT_TRUE(interval.few);
  for (const double bound : {interval.low, interval.high}) {
    EXPECT_NEAR(std::abs(0.1 - bound) - 0.5 / 40, t * std::sqrt(bound * (1 - bound) / 40), 1e-12);
  }
  // The variance counts where it says that there are fewer independent games than blocks.
  const Interval clumped = ShareInterval(Evidence(0.1, 0.1 * 0.9 / 20, 40, 160));
  EXPECT_LE(clumped.low, interval.low);
  EXPECT_GT(clumped.high, interval.high);
}

TEST(ShareInterval, HasNoBoundsFromOneGroup) {
  const Interval interval = ShareInterval(Evidence(0.5, NAN, 1, 24));
  EXPECT_EQ(interval.estimate, 0.5);
  EXPECT_FALSE(interval.HasBounds());
}

TEST(Interval, ReachesAHalfWidthUnlessFewOrWithoutBounds) {
  EXPECT_TRUE((Interval{0.5, 0.499, 0.501, false}).ReachesHalfWidth(0.0011));
  EXPECT_FALSE((Interval{0.5, 0.499, 0.501, false}).ReachesHalfWidth(0.0009));
  EXPECT_FALSE((Interval{0.5, 0.499, 0.501, true}).ReachesHalfWidth(0.0011));
  EXPECT_FALSE((Interval{0.5, NAN, NAN, false}).ReachesHalfWidth(1));
}

TEST(MeanInterval, IsTErrorsWide) {
  const Interval interval = MeanInterval(20, 4, 10);
  EXPECT_NEAR(interval.low, 20 - 2 * 2.2621571628, 1e-9);
  EXPECT_NEAR(interval.high, 20 + 2 * 2.2621571628, 1e-9);
  EXPECT_FALSE(MeanInterval(20, NAN, 1).HasBounds());
}

TEST(ShareDifferenceInterval, IsTErrorsWideOrWhatTheSharesAllow) {
  const Interval many{0.5, 0.48, 0.52, false};
  const Interval few{0.0, 0.0, 0.2, true};
  const Interval plain = ShareDifferenceInterval(-0.5, 0.0001, 100, many, many);
  EXPECT_NEAR(plain.high, -0.5 + 0.01 * StudentQuantile(100), 1e-12);
  EXPECT_FALSE(plain.few);
  const Interval wide = ShareDifferenceInterval(-0.5, 0.0001, 100, few, many);
  EXPECT_NEAR(wide.low, -0.52, 1e-12);
  EXPECT_NEAR(wide.high, -0.28, 1e-12);
  EXPECT_TRUE(wide.few);
  const Interval none{0.0, NAN, NAN, true};
  EXPECT_FALSE(ShareDifferenceInterval(-0.5, 0.0001, 100, none, many).HasBounds());
}

// --- block_sums.h

std::vector<std::vector<int32_t>> RandomBlocks(size_t blocks, size_t quantities, uint64_t key) {
  Stream stream(key);
  std::vector<std::vector<int32_t>> values(blocks, std::vector<int32_t>(quantities));
  for (auto& block : values) {
    for (int32_t& value : block) value = static_cast<int32_t>(stream.Below(289)) - 20;
  }
  return values;
}

BlockSums SumsOf(const std::vector<std::vector<int32_t>>& blocks) {
  BlockSums sums(blocks[0].size());
  for (const auto& block : blocks) sums.Add(block);
  return sums;
}

TEST(BlockSums, MeanAndVarianceAreThoseOfTheBlocks) {
  const auto blocks = RandomBlocks(100, 5, 1);
  const std::vector<int32_t> weights{1, -2, 0, 3, 1};
  std::vector<double> figures;
  double mean = 0;
  for (const auto& block : blocks) {
    double figure = 0;
    for (size_t i = 0; i < block.size(); ++i) figure += weights[i] * block[i] / 12.0;
    figures.push_back(figure);
    mean += figure / 100;
  }
  double squares = 0;
  for (const double figure : figures) squares += (figure - mean) * (figure - mean);
  const BlockMean result = SumsOf(blocks).Mean(weights, 12);
  EXPECT_NEAR(result.mean, mean, 1e-10);
  EXPECT_NEAR(result.variance, squares / 99 / 100, 1e-10);
  EXPECT_EQ(result.blocks, 100);
}

TEST(BlockSums, CovarianceIsSymmetricAndThatOfTheBlocks) {
  const BlockSums sums = SumsOf({{1, 10, 7}, {2, 20, 7}, {3, 60, 7}});
  EXPECT_DOUBLE_EQ(sums.Covariance(0, 1), 25);
  EXPECT_DOUBLE_EQ(sums.Covariance(1, 0), 25);
  EXPECT_DOUBLE_EQ(sums.Covariance(1, 1), 700);
  EXPECT_DOUBLE_EQ(sums.Covariance(2, 2), 0);
}

TEST(BlockSums, PartsMergeToTheSameNumbers) {
  const auto blocks = RandomBlocks(60, 3, 2);
  BlockSums first(3);
  BlockSums second(3);
  for (size_t i = 0; i < blocks.size(); ++i) (i % 3 == 0 ? first : second).Add(blocks[i]);
  BlockSums other_way = second;
  other_way += first;
  first += second;
  EXPECT_EQ(first, SumsOf(blocks));
  EXPECT_EQ(other_way, SumsOf(blocks));
}

TEST(BlockSums, VarianceOfWhatNeverVariesIsExactlyZero) {
  BlockSums sums(3);
  Stream stream(3);
  for (int block = 0; block < 1000; ++block) {
    const auto first = static_cast<int32_t>(stream.Below(13));
    const auto second = static_cast<int32_t>(stream.Below(13));
    sums.Add(std::vector<int32_t>{first, second, 24 - first - second});
  }
  EXPECT_EQ(sums.Mean(std::vector<int32_t>{1, 1, 1}, 24).variance, 0);
  EXPECT_EQ(sums.Mean(std::vector<int32_t>{1, 1, 1}, 24).mean, 1);
}

TEST(BlockSums, LargeSumsLoseNothing) {
  // Differences of 1 in values near 2^14, over many blocks: naive double sums would drown them.
  BlockSums sums(1);
  for (int block = 0; block < 100'000; ++block) {
    sums.Add(std::vector<int32_t>{16'383 - (block % 2)});
  }
  for (int doubling = 0; doubling < 18; ++doubling) sums += BlockSums(sums);
  EXPECT_NEAR(sums.Covariance(0, 0), 0.25, 1e-10);
}

TEST(BlockSums, GoThroughNumbersAndBack) {
  const BlockSums sums = SumsOf(RandomBlocks(60, 3, 4));
  std::vector<int64_t> numbers = sums.ToNumbers();
  EXPECT_EQ(BlockSums::FromNumbers(numbers), sums);
  numbers.pop_back();
  EXPECT_EQ(BlockSums::FromNumbers(numbers), std::nullopt);
  numbers.clear();
  EXPECT_EQ(BlockSums::FromNumbers(numbers), std::nullopt);
  EXPECT_EQ(BlockSums::FromNumbers(std::vector<int64_t>{1'000'000, 2, 3}), std::nullopt);
  EXPECT_EQ(BlockSums::FromNumbers(std::vector<int64_t>{-1, 2}), std::nullopt);
}

TEST(BlockSums, WithoutBlocksThereIsNoMean) {
  const BlockSums none(2);
  EXPECT_TRUE(std::isnan(none.Mean(std::vector<int32_t>{1, 0}, 12).mean));
  EXPECT_FALSE(BlockShareInterval(none, std::vector<int32_t>{1, 0}, 2).HasBounds());
}

TEST(BlockShareInterval, CountsWinsOfTheChosenQuantities) {
  // 40 blocks of two games; the strategy wins 18 times at seat 0, 10 times at seat 1.
  BlockSums sums(2);
  for (int block = 0; block < 40; ++block) {
    sums.Add(std::vector<int32_t>{block < 18 ? 12 : 0, block % 4 == 0 ? 12 : 0});
  }
  const Interval both = BlockShareInterval(sums, std::vector<int32_t>{1, 1}, 2);
  EXPECT_DOUBLE_EQ(both.estimate, 28.0 / 80);
  EXPECT_TRUE(both.few);
  const Interval first = BlockShareInterval(sums, std::vector<int32_t>{1, 0}, 1);
  EXPECT_DOUBLE_EQ(first.estimate, 18.0 / 40);
  EXPECT_LT(first.low, 18.0 / 40);
  EXPECT_GT(first.high, 18.0 / 40);
}

TEST(PairingEfficiency, ComparesTheGamesApartWithTheBlocks) {
  // Both games of a deal end alike: a pair is worth one game.
  EXPECT_DOUBLE_EQ(*PairingEfficiency(SumsOf({{12, 12}, {0, 0}, {12, 12}, {0, 0}})), 0.5);
  // Unrelated games gain nothing.
  EXPECT_DOUBLE_EQ(*PairingEfficiency(SumsOf({{12, 12}, {0, 12}, {12, 0}, {0, 0}})), 1);
  // The deal mostly decides which seat wins: the covariance of -14.4 takes off from 43.2 + 43.2.
  EXPECT_NEAR(*PairingEfficiency(SumsOf({{12, 0}, {12, 0}, {0, 12}, {0, 12}, {12, 12}, {0, 0}})),
              1.5, 1e-12);
  EXPECT_EQ(PairingEfficiency(SumsOf({{12}, {0}, {12}})), 1.0);
  // The seat decides every game: fresh deals would vary no less, blocks do not vary at all.
  EXPECT_EQ(PairingEfficiency(SumsOf({{12, 0}, {0, 12}, {12, 0}})), std::nullopt);
  EXPECT_EQ(PairingEfficiency(SumsOf({{12, 0}})), std::nullopt);
}

TEST(TestSeatsEqual, OfTwoSeatsIsStudentsTest) {
  BlockSums sums(2);
  for (int game = 0; game < 100; ++game) {
    const int32_t first = game < 60 ? 12 : (game < 62 ? 6 : 0);
    sums.Add(std::vector<int32_t>{first, 12 - first});
  }
  const BlockMean difference = sums.Mean(std::vector<int32_t>{1, -1}, 12);
  const double t = difference.mean / std::sqrt(difference.variance);
  const auto test = TestSeatsEqual(sums);
  ASSERT_TRUE(test.has_value());
  EXPECT_NEAR(test->f, t * t, 1e-10);
  EXPECT_EQ(test->numerator_degrees, 1);
  EXPECT_EQ(test->denominator_degrees, 99);
  // The p-value and the interval say the same: |t| is the quantile of confidence 1 - p.
  EXPECT_NEAR(StudentQuantile(100, 1 - test->p_value), std::abs(t), 1e-8);
}

TEST(TestSeatsEqual, RejectsEqualSeatsAsOftenAsItSays) {
  Stream stream(5);
  for (const uint32_t seats : {3U, 4U}) {
    int rejected = 0;
    constexpr int kStudies = 2000;
    for (int study = 0; study < kStudies; ++study) {
      BlockSums sums(seats);
      for (int game = 0; game < 200; ++game) {
        std::vector<int32_t> win12(seats, 0);
        win12[stream.Below(seats)] = 12;
        sums.Add(win12);
      }
      rejected += TestSeatsEqual(sums)->p_value < 0.05 ? 1 : 0;
    }
    EXPECT_NEAR(rejected, 0.05 * kStudies, 40) << seats << " seats";
  }
}

TEST(TestSeatsEqual, SaysNothingWhereNothingVaries) {
  EXPECT_EQ(TestSeatsEqual(SumsOf({{12, 0, 0}, {12, 0, 0}, {12, 0, 0}, {12, 0, 0}})), std::nullopt);
  EXPECT_EQ(TestSeatsEqual(SumsOf({{12, 0}, {0, 12}})), std::nullopt);
}

// --- jackknife.h

TEST(Jackknife, OfAMeanIsItsVariance) {
  std::vector<RatioSums> batches;
  Stream stream(6);
  double mean = 0;
  for (int batch = 0; batch < 16; ++batch) {
    batches.push_back({.numerator = static_cast<int64_t>(stream.Below(100)), .denominator = 10});
    mean += static_cast<double>(batches.back().numerator) / 160;
  }
  double squares = 0;
  for (const RatioSums& batch : batches) squares += std::pow(batch.Ratio() - mean, 2);
  batches.emplace_back();  // a batch without data is no group
  const JackknifeEstimate estimate =
      Jackknife<RatioSums>(batches, [](const RatioSums& sums) { return sums.Ratio(); });
  EXPECT_NEAR(estimate.estimate, mean, 1e-12);
  EXPECT_NEAR(estimate.variance, squares / 15 / 16, 1e-12);
  EXPECT_EQ(estimate.groups, 16);
}

TEST(Jackknife, OfARatioByHand) {
  // 1/2, 2/2, 3/4 -> 6/8; left out: 5/6, 4/6, 3/4. Their mean is 3/4, the squares add up to 1/72.
  const std::vector<RatioSums> batches{{1, 2}, {2, 2}, {3, 4}};
  const Interval interval = RatioInterval(batches);
  EXPECT_DOUBLE_EQ(interval.estimate, 0.75);
  EXPECT_NEAR(interval.high - interval.low, 2 * StudentQuantile(3) * std::sqrt(2.0 / 3 / 72),
              1e-12);
}

TEST(Jackknife, NeedsTwoGroups) {
  EXPECT_FALSE(RatioInterval(std::vector<RatioSums>{{3, 4}}).HasBounds());
  EXPECT_EQ(RatioInterval(std::vector<RatioSums>{{3, 4}}).estimate, 0.75);
  const Interval none = RatioInterval(std::vector<RatioSums>{{0, 0}, {0, 0}});
  EXPECT_TRUE(std::isnan(none.estimate));
  EXPECT_FALSE(none.HasBounds());
}

TEST(BatchShareInterval, TakesTheFewestPossibleBlocksAsGamesWhereAllIsLost) {
  const auto interval_of_blocks = [](int64_t blocks) {
    return ShareInterval(
        {.share = 0, .variance = 0, .groups = 20, .blocks = blocks, .wins = 0, .losses = 100});
  };
  // 100 seat-games in 20 batches, at most 3 a block: at least 34 blocks.
  const std::vector<RatioSums> lost(20, RatioSums{0, 5});
  const Interval interval = BatchShareInterval(lost, {3});
  EXPECT_EQ(interval.estimate, 0);
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, interval_of_blocks(34).high);
  EXPECT_TRUE(interval.few);
  // A block lies in one batch: there are as many blocks as batches at least.
  EXPECT_EQ(BatchShareInterval(lost, {24}).high, interval_of_blocks(20).high);
}

TEST(DealSums, EffectIsWithinSeats) {
  constexpr int64_t kWin = 12;
  DealSums sums;
  // The first seat wins 80 %, the second 20 %, and the card does nothing; the first is dealt it
  // more often, so the pooled shares differ by far.
  sums.seats[0] = {.dealt = 90, .dealt_win12 = 72 * kWin, .other = 10, .other_win12 = 8 * kWin};
  sums.seats[1] = {.dealt = 10, .dealt_win12 = 2 * kWin, .other = 90, .other_win12 = 18 * kWin};
  EXPECT_NEAR(sums.Effect(), 0, 1e-12);
  // A seat without both kinds tells nothing.
  sums.seats[2] = {.dealt = 50, .dealt_win12 = 50 * kWin, .other = 0, .other_win12 = 0};
  EXPECT_NEAR(sums.Effect(), 0, 1e-12);
  // +10 pp at the first seat (weight 9), +40 pp at the second (weight 9).
  sums.seats[0].dealt_win12 += 9 * kWin;
  sums.seats[1].dealt_win12 += 4 * kWin;
  EXPECT_NEAR(sums.Effect(), 0.25, 1e-12);
}

// The weights are those of least squares: checked against the normal equations, solved by
// centring "dealt" within each seat.
TEST(DealSums, EffectIsTheLeastSquaresCoefficient) {
  Stream stream(7);
  DealSums sums;
  double covariance = 0;
  double variance = 0;
  for (size_t seat = 0; seat < 4; ++seat) {
    const int64_t dealt = 5 + stream.Below(40);
    const int64_t other = 5 + stream.Below(40);
    const int64_t dealt_win12 = stream.Below(static_cast<uint32_t>(12 * dealt));
    const int64_t other_win12 = stream.Below(static_cast<uint32_t>(12 * other));
    sums.seats[seat] = {dealt, dealt_win12, other, other_win12};
    const double fraction = static_cast<double>(dealt) / static_cast<double>(dealt + other);
    covariance += (static_cast<double>(dealt_win12) * (1 - fraction) -
                   static_cast<double>(other_win12) * fraction) /
                  12;
    variance += static_cast<double>(dealt) * (1 - fraction) * (1 - fraction) +
                static_cast<double>(other) * fraction * fraction;
  }
  EXPECT_NEAR(sums.Effect(), covariance / variance, 1e-12);
}

TEST(DealEffectInterval, HasNoBoundsWhereOneBatchHoldsTheDeals) {
  std::vector<DealSums> batches(8);
  for (DealSums& batch : batches) batch.seats[0] = {0, 0, 10, 60};
  EXPECT_TRUE(std::isnan(DealEffectInterval(batches, {2}).estimate));
  batches[0].seats[0].dealt = 4;
  batches[0].seats[0].dealt_win12 = 24;
  EXPECT_DOUBLE_EQ(DealEffectInterval(batches, {2}).estimate, 0);
  EXPECT_FALSE(DealEffectInterval(batches, {2}).HasBounds());
  batches[1].seats[0].dealt = 4;
  EXPECT_TRUE(DealEffectInterval(batches, {2}).HasBounds());
  EXPECT_TRUE(DealEffectInterval(batches, {2}).few);
}

}  // namespace
}  // namespace prestige
