#include "tests/stats_studies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/stats/block_sums.h"
#include "sim/stats/jackknife.h"

namespace prestige {
namespace {

constexpr int kLook = 1024;  // blocks between two looks of --stop-at
constexpr size_t kBatches = 256;

double NormalBelow(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

double NormalQuantile(double probability) {
  double low = -9;
  double high = 9;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (NormalBelow(middle) < probability ? low : high) = middle;
  }
  return low;
}

double Binomial(int games, int wins, double share) {
  return std::exp(std::lgamma(games + 1) - std::lgamma(wins + 1) - std::lgamma(games - wins + 1) +
                  wins * std::log(share) + (games - wins) * std::log1p(-share));
}

// A stream of its own for each study of each setting.
Stream StudyStream(int study, std::initializer_list<double> setting) {
  uint64_t key = 0;
  for (const double value : setting) {
    key = SplitKey(key, static_cast<uint64_t>(std::llround(value * 1e6)));
  }
  return Stream(SplitKey(key, static_cast<uint64_t>(study)));
}

bool Chance(Stream& stream, double probability) { return stream.Unit() < probability; }

}  // namespace

void Coverage::Add(const Interval& interval, double truth) {
  if (!interval.HasBounds()) {
    ++without;
    return;
  }
  ++studies;
  covered += interval.low <= truth && truth <= interval.high ? 1 : 0;
  few += interval.few ? 1 : 0;
}

void ExpectNominal(const Coverage& coverage, const std::string& what) {
  ASSERT_GT(coverage.studies, 0) << what;
  const double covered = 100.0 * coverage.covered / coverage.studies;
  EXPECT_GE(covered, 94) << what;
  if (coverage.few * 100 <= coverage.studies) {
    EXPECT_LE(covered, 96) << what;
  }
}

WinsInBlock::WinsInBlock(const BlockModel& model) {
  std::vector<double> weights(static_cast<size_t>(model.games) + 1);
  const double threshold = NormalQuantile(model.share);
  constexpr int kSteps = 400;
  for (int step = -kSteps; step <= kSteps; ++step) {
    const double deal = 8.0 * step / kSteps;
    const double share =
        NormalBelow((threshold - std::sqrt(model.likeness) * deal) / std::sqrt(1 - model.likeness));
    const double clipped = std::clamp(share, 1e-12, 1 - 1e-12);
    for (int wins = 0; wins <= model.games; ++wins) {
      weights[static_cast<size_t>(wins)] +=
          std::exp(-deal * deal / 2) * Binomial(model.games, wins, clipped);
    }
  }
  double sum = 0;
  for (const double weight : weights) cumulative_.push_back(sum += weight);
  for (double& value : cumulative_) value /= sum;
}

int WinsInBlock::operator()(Stream& stream) const {
  const double unit = stream.Unit();
  size_t wins = 0;
  while (wins + 1 < cumulative_.size() && unit >= cumulative_[wins]) ++wins;
  return static_cast<int>(wins);
}

Coverage ShareStudies(const BlockModel& model, int blocks, int studies) {
  const WinsInBlock wins(model);
  const std::array<int32_t, 1> weights{1};
  Coverage coverage;
  for (int study = 0; study < studies; ++study) {
    Stream stream = StudyStream(
        study, {1, static_cast<double>(model.games), model.share, model.likeness, 1.0 * blocks});
    BlockSums sums(1);
    for (int block = 0; block < blocks; ++block) {
      sums.Add(std::array<int32_t, 1>{12 * wins(stream)});
    }
    coverage.Add(BlockShareInterval(sums, weights, model.games), model.share);
  }
  return coverage;
}

Coverage StoppedStudies(const BlockModel& model, double half_width, int most_looks, int studies) {
  const WinsInBlock wins(model);
  const std::array<int32_t, 1> weights{1};
  Coverage coverage;
  for (int study = 0; study < studies; ++study) {
    Stream stream = StudyStream(
        study, {2, static_cast<double>(model.games), model.share, model.likeness, half_width});
    BlockSums sums(1);
    Interval interval{NAN, NAN, NAN, true};
    for (int look = 0; look < most_looks && !interval.ReachesHalfWidth(half_width); ++look) {
      for (int block = 0; block < kLook; ++block) {
        sums.Add(std::array<int32_t, 1>{12 * wins(stream)});
      }
      interval = BlockShareInterval(sums, weights, model.games);
    }
    coverage.Add(interval, model.share);
  }
  return coverage;
}

Coverage CardStudies(double expected_plays, double share, double likeness, int studies) {
  const WinsInBlock two({.games = 2, .share = share, .likeness = likeness});
  Coverage coverage;
  for (int study = 0; study < studies; ++study) {
    Stream stream = StudyStream(study, {3, expected_plays, share, likeness});
    std::vector<RatioSums> batches(kBatches);
    // Blocks with a play come as a Poisson process: exponential gaps, 1.5 plays each on average.
    double time = -std::log1p(-stream.Unit());
    for (; time < expected_plays / 1.5; time -= std::log1p(-stream.Unit())) {
      RatioSums& batch = batches[stream.Below(kBatches)];
      if (Chance(stream, 0.5)) {
        batch += {.numerator = int64_t{12} * two(stream), .denominator = 2};
      } else {
        batch += {.numerator = Chance(stream, share) ? 12 : 0, .denominator = 1};
      }
    }
    coverage.Add(BatchShareInterval(batches, {2}), share);
  }
  return coverage;
}

Coverage DifferenceStudies(const std::vector<double>& shares, double likeness, int blocks,
                           int studies) {
  constexpr int kGames = 24;
  const auto winner = [&shares](Stream& stream) {
    double unit = stream.Unit();
    size_t seat = 0;
    while (seat + 1 < shares.size() && unit >= shares[seat]) unit -= shares[seat++];
    return seat;
  };
  const std::array<int32_t, 4> first{1, 0, 0, 0};
  const std::array<int32_t, 4> second{0, 1, 0, 0};
  Coverage coverage;
  for (int study = 0; study < studies; ++study) {
    Stream stream = StudyStream(study, {4, shares[0], shares[1], likeness, 1.0 * blocks});
    BlockSums sums(4);
    for (int block = 0; block < blocks; ++block) {
      const size_t favourite = winner(stream);
      std::array<int32_t, 4> win12{};
      for (int game = 0; game < kGames; ++game) {
        win12[Chance(stream, likeness) ? favourite : winner(stream)] += 12;
      }
      sums.Add(win12);
    }
    coverage.Add(BlockShareDifferenceInterval(sums, first, second, kGames), shares[0] - shares[1]);
  }
  return coverage;
}

Coverage DealStudies(double dealt, double share, double effect, int studies) {
  constexpr int kBlocks = 2048;
  Coverage coverage;
  for (int study = 0; study < studies; ++study) {
    Stream stream = StudyStream(study, {5, dealt, share, effect});
    std::vector<DealSums> batches(kBatches);
    for (int block = 0; block < kBlocks; ++block) {
      const std::array<bool, 2> has{Chance(stream, dealt), Chance(stream, dealt)};
      // Against the same opponent with or without the card, it is worth `effect` to each seat.
      const bool first_wins = Chance(stream, share + (has[0] ? effect : 0) - (has[1] ? effect : 0));
      for (size_t seat = 0; seat < 2; ++seat) {
        DealSums::Seat& sums = batches[static_cast<size_t>(block / 8) % kBatches].seats[seat];
        const int win12 = (seat == 0) == first_wins ? 12 : 0;
        (has[seat] ? sums.dealt : sums.other) += 1;
        (has[seat] ? sums.dealt_win12 : sums.other_win12) += win12;
      }
    }
    coverage.Add(DealEffectInterval(batches, {2}), effect);
  }
  return coverage;
}

Coverage PointsStudies(int blocks, int studies) {
  constexpr int kGames = 6;
  // A seat's points: what the deal is worth, the larger of two draws from 0 to 21, and from 0 to 40
  // of its own. The mean of whole numbers is the sum over k of the chance to reach k.
  double truth = 20;
  for (int k = 1; k <= 21; ++k) truth += 1 - std::pow(k / 22.0, 2);
  const std::array<int32_t, 1> weights{1};
  Coverage coverage;
  for (int study = 0; study < studies; ++study) {
    Stream stream = StudyStream(study, {6, 1.0 * blocks});
    BlockSums sums(1);
    for (int block = 0; block < blocks; ++block) {
      const auto deal = static_cast<int32_t>(std::max(stream.Below(22), stream.Below(22)));
      int32_t points = 0;
      for (int game = 0; game < kGames; ++game) {
        points += deal + static_cast<int32_t>(stream.Below(41));
      }
      sums.Add(std::array<int32_t, 1>{points});
    }
    const BlockMean mean = sums.Mean(weights, kGames);
    coverage.Add(MeanInterval(mean.mean, mean.variance, mean.blocks), truth);
  }
  return coverage;
}

}  // namespace prestige
