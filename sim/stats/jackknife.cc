#include "sim/stats/jackknife.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "engine/core/check.h"

namespace prestige {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// A figure that is not there without one of the batches has no variance.
int64_t GroupsOf(const JackknifeEstimate& figure) {
  return std::isnan(figure.variance) ? 0 : figure.groups;
}

}  // namespace

RatioSums& RatioSums::operator+=(const RatioSums& other) {
  numerator += other.numerator;
  denominator += other.denominator;
  return *this;
}

RatioSums& RatioSums::operator-=(const RatioSums& other) {
  numerator -= other.numerator;
  denominator -= other.denominator;
  return *this;
}

Interval RatioInterval(std::span<const RatioSums> batches, double confidence) {
  const JackknifeEstimate ratio = Jackknife(batches, std::mem_fn(&RatioSums::Ratio));
  return MeanInterval(ratio.estimate, ratio.variance, GroupsOf(ratio), confidence);
}

Interval BatchShareInterval(std::span<const RatioSums> batches, SeatGamesPerBlock seat_games,
                            double confidence) {
  PRESTIGE_DCHECK(seat_games.most > 0);
  RatioSums total;
  for (const RatioSums& batch : batches) total += batch;
  const JackknifeEstimate share =
      Jackknife(batches, [](const RatioSums& sums) { return sums.Ratio() / 12; });
  const double wins = static_cast<double>(total.numerator) / 12;
  const int64_t fewest_blocks = (total.denominator + seat_games.most - 1) / seat_games.most;
  return ShareInterval({.share = share.estimate,
                        .variance = share.variance,
                        .groups = GroupsOf(share),
                        .blocks = std::max(share.groups, fewest_blocks),
                        .wins = wins,
                        .losses = static_cast<double>(total.denominator) - wins},
                       confidence);
}

bool DealSums::Empty() const {
  return std::all_of(seats.begin(), seats.end(),
                     [](const Seat& seat) { return seat.dealt == 0 && seat.other == 0; });
}

double DealSums::Effect() const {
  double effect = 0;
  double weights = 0;
  for (const Seat& seat : seats) {
    if (seat.dealt == 0 || seat.other == 0) continue;
    const auto dealt = static_cast<double>(seat.dealt);
    const auto other = static_cast<double>(seat.other);
    const double weight = dealt * other / (dealt + other);
    effect += weight *
              (static_cast<double>(seat.dealt_win12) / dealt -
               static_cast<double>(seat.other_win12) / other) /
              12;
    weights += weight;
  }
  return weights == 0 ? kNone : effect / weights;
}

DealSums& DealSums::operator+=(const DealSums& sums) {
  for (size_t seat = 0; seat < seats.size(); ++seat) {
    seats[seat].dealt += sums.seats[seat].dealt;
    seats[seat].dealt_win12 += sums.seats[seat].dealt_win12;
    seats[seat].other += sums.seats[seat].other;
    seats[seat].other_win12 += sums.seats[seat].other_win12;
  }
  return *this;
}

DealSums& DealSums::operator-=(const DealSums& sums) {
  for (size_t seat = 0; seat < seats.size(); ++seat) {
    seats[seat].dealt -= sums.seats[seat].dealt;
    seats[seat].dealt_win12 -= sums.seats[seat].dealt_win12;
    seats[seat].other -= sums.seats[seat].other;
    seats[seat].other_win12 -= sums.seats[seat].other_win12;
  }
  return *this;
}

Interval DealEffectInterval(std::span<const DealSums> batches, SeatGamesPerBlock seat_games,
                            double confidence) {
  std::vector<RatioSums> dealt(batches.size());
  std::vector<RatioSums> other(batches.size());
  for (size_t batch = 0; batch < batches.size(); ++batch) {
    for (const DealSums::Seat& seat : batches[batch].seats) {
      dealt[batch] += {seat.dealt_win12, seat.dealt};
      other[batch] += {seat.other_win12, seat.other};
    }
  }
  const JackknifeEstimate effect = Jackknife(batches, std::mem_fn(&DealSums::Effect));
  return ShareDifferenceInterval(effect.estimate, effect.variance, GroupsOf(effect),
                                 BatchShareInterval(dealt, seat_games, confidence),
                                 BatchShareInterval(other, seat_games, confidence), confidence);
}

}  // namespace prestige
