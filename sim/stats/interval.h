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
Interval ShareInterval(const ShareEvidence& evidence, double confidence = kConfidence);

// Means and differences: estimate -+ t times the error.
Interval MeanInterval(double estimate, double variance, int64_t groups,
                      double confidence = kConfidence);

}  // namespace prestige
