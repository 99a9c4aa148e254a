#include "sim/stats/interval.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "engine/core/check.h"

namespace prestige {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// The true share from which the observed one, of n games, is |t| standard errors away: below it for
// a negative t, above it for a positive one.
double WilsonBound(double share, double n, double t) {
  // Exact at the ends, where rounding would leave a share of 0 outside its own interval.
  if (share == 0 && t < 0) return 0;
  if (share == 1 && t > 0) return 1;
  const double t_squared_over_n = t * t / n;
  return (share + t_squared_over_n / 2 +
          t * std::sqrt(share * (1 - share) / n + t_squared_over_n / (4 * n))) /
         (1 + t_squared_over_n);
}

}  // namespace

double SimultaneousConfidence(double confidence, int64_t comparisons) {
  PRESTIGE_DCHECK(comparisons > 0);
  return 1 - (1 - confidence) / static_cast<double>(comparisons);
}

double StudentQuantile(int64_t groups, double confidence) {
  PRESTIGE_DCHECK(groups >= 2 && confidence > 0 && confidence < 1);
  const boost::math::students_t distribution(static_cast<double>(groups - 1));
  return quantile(complement(distribution, (1 - confidence) / 2));
}

Interval ShareInterval(const ShareEvidence& evidence, double confidence) {
  const double p = evidence.share;
  const bool few = evidence.wins < kFewOutcomes || evidence.losses < kFewOutcomes;
  if (evidence.groups < 2 || std::isnan(p)) return {p, kNone, kNone, few};
  const auto blocks = static_cast<double>(evidence.blocks);
  double n = evidence.variance > 0 ? p * (1 - p) / evidence.variance : blocks;
  if (few) n = std::min(n, blocks);
  const double allowance = few ? 0.5 / n : 0;
  const double t = StudentQuantile(evidence.groups, confidence);
  return {p, WilsonBound(std::max(0.0, p - allowance), n, -t),
          WilsonBound(std::min(1.0, p + allowance), n, t), few};
}

Interval MeanInterval(double estimate, double variance, int64_t groups, double confidence) {
  if (groups < 2 || std::isnan(estimate)) return {estimate, kNone, kNone, false};
  const double half_width = StudentQuantile(groups, confidence) * std::sqrt(variance);
  return {estimate, estimate - half_width, estimate + half_width, false};
}

Interval ShareDifferenceInterval(double difference, double variance, int64_t groups,
                                 const Interval& first, const Interval& second, double confidence) {
  Interval interval = MeanInterval(difference, variance, groups, confidence);
  interval.few = first.few || second.few;
  if (!interval.few || !interval.HasBounds()) return interval;
  if (!first.HasBounds() || !second.HasBounds()) return {difference, kNone, kNone, true};
  // The deviations are added up as they are: the two shares may vary against each other.
  const double below = first.estimate - first.low + (second.high - second.estimate);
  const double above = first.high - first.estimate + (second.estimate - second.low);
  interval.low = std::max(-1.0, std::min(interval.low, difference - below));
  interval.high = std::min(1.0, std::max(interval.high, difference + above));
  return interval;
}

}  // namespace prestige
