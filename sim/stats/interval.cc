#include "sim/stats/interval.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "engine/core/check.h"

namespace prestige {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

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
  const double n = evidence.variance > 0 ? p * (1 - p) / evidence.variance
                                         : static_cast<double>(evidence.blocks);
  const double t = StudentQuantile(evidence.groups, confidence);
  const double t_squared_over_n = t * t / n;
  const double center = (p + t_squared_over_n / 2) / (1 + t_squared_over_n);
  const double half_width =
      t / (1 + t_squared_over_n) * std::sqrt(p * (1 - p) / n + t_squared_over_n / (4 * n));
  // Exact at the ends, where rounding would leave a share of 0 outside its own interval.
  return {p, p == 0 ? 0 : center - half_width, p == 1 ? 1 : center + half_width, few};
}

Interval MeanInterval(double estimate, double variance, int64_t groups, double confidence) {
  if (groups < 2 || std::isnan(estimate)) return {estimate, kNone, kNone, false};
  const double half_width = StudentQuantile(groups, confidence) * std::sqrt(variance);
  return {estimate, estimate - half_width, estimate + half_width, false};
}

}  // namespace prestige
