#pragma once

#include <cstdint>

namespace prestige {

// A figure and its interval. Without bounds (NaN) where the data hold less than two groups to take
// a variance from; the estimate itself is NaN where there was no occasion at all.
struct Interval {
  double estimate;
  double low;
  double high;
  bool few;  // rests on fewer than 30 wins or 30 losses

  bool HasBounds() const { return low <= high; }
  // Whether a run that is to reach this half-width may stop (--stop-at).
  bool ReachesHalfWidth(double half_width) const {
    return !few && HasBounds() && (high - low) / 2 <= half_width;
  }
};

inline constexpr double kConfidence = 0.95;
inline constexpr double kFewOutcomes = 30;

// The confidence of each of `comparisons` intervals that all hold together with `confidence`
// (Bonferroni).
double SimultaneousConfidence(double confidence, int64_t comparisons);

// t such that a Student variable with groups - 1 degrees of freedom lies within -t..t with that
// probability. At least 2 groups; 0 < confidence < 1.
double StudentQuantile(int64_t groups, double confidence = kConfidence);

// A share (of wins) and what is known of its error.
struct ShareEvidence {
  double share;     // 0 to 1
  double variance;  // of the share itself, over blocks or by the jackknife over batches
  int64_t groups;   // the blocks or batches that the variance was taken from
  int64_t blocks;   // blocks with the occasion: the number of independent deals
  double wins;      // in games, shared victories by their share
  double losses;
};

// Wilson's interval with the effective number of games n = p (1 - p) / variance, so that games of
// one deal do not count as independent, and Student's quantile. Where the variance is 0 (all won,
// all lost, every block the same), n is the number of blocks.
//
// A figure marked "few" is treated with more caution, for there Wilson's interval holds as little
// as nine times in ten: its variance is not trusted to say that games of one deal are independent
// (n is at most the number of blocks), and half a game is granted on either side (the continuity
// correction). tests/stats_coverage_test.cc counts what comes of it: at least 94 in 100.
Interval ShareInterval(const ShareEvidence& evidence, double confidence = kConfidence);

// Means, and differences of means: estimate -+ t times the error.
Interval MeanInterval(double estimate, double variance, int64_t groups,
                      double confidence = kConfidence);

// The difference of two shares: estimate -+ t times the error. Where either share is marked "few",
// the interval also holds all that the intervals of the two shares allow: three lost games have no
// variance, and yet say little. Both of the same confidence.
Interval ShareDifferenceInterval(double difference, double variance, int64_t groups,
                                 const Interval& first, const Interval& second,
                                 double confidence = kConfidence);

}  // namespace prestige
