#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "engine/core/outcome.h"
#include "sim/stats/interval.h"

namespace prestige {

// Figures of which only sums a batch are kept get their variance by leaving out one batch at a
// time.

// An estimate from batch sums. The variance is NaN where it cannot be taken: less than two groups,
// or a figure that hangs on one batch alone.
struct JackknifeEstimate {
  double estimate;
  double variance;
  int64_t groups;  // the batches with data
};

// The delete-one-batch jackknife of any figure: `figure(sums)` is a function of added up sums, NaN
// where they do not give it. Sums has +=, -= and Empty(), which marks the batches that do not
// count.
template <class Sums, class Figure>
JackknifeEstimate Jackknife(std::span<const Sums> batches, const Figure& figure) {
  Sums total{};
  int64_t groups = 0;
  for (const Sums& batch : batches) {
    total += batch;
    groups += batch.Empty() ? 0 : 1;
  }
  const double estimate = figure(total);
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (groups < 2) return {estimate, kNone, groups};
  // Welford's recurrence: the figures without a batch lie close together.
  double mean = 0;
  double squares = 0;
  double seen = 0;
  for (const Sums& batch : batches) {
    if (batch.Empty()) continue;
    Sums others = total;
    others -= batch;
    const double without = figure(others);
    seen += 1;
    const double step = without - mean;
    mean += step / seen;
    squares += step * (without - mean);
  }
  return {estimate, squares * (seen - 1) / seen, groups};
}

// A ratio of sums: win12 over 12 times the occasions, plays over cards taken, points over plays.
struct RatioSums {
  int64_t numerator = 0;
  int64_t denominator = 0;

  bool Empty() const { return denominator == 0; }
  double Ratio() const {
    return denominator == 0 ? std::numeric_limits<double>::quiet_NaN()
                            : static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  RatioSums& operator+=(const RatioSums& other);
  RatioSums& operator-=(const RatioSums& other);
};

// Estimate -+ t times the jackknife's error.
Interval RatioInterval(std::span<const RatioSums> batches, double confidence = kConfidence);

// The most seat-games that one block can add to a figure. Sums do not say how many blocks had an
// occasion, but from this follows how many there were at least.
struct SeatGamesPerBlock {
  int64_t most;
};

// The interval of a share over batches: numerators are twelfths of wins, denominators seat-games
// with the occasion.
Interval BatchShareInterval(std::span<const RatioSums> batches, SeatGamesPerBlock seat_games,
                            double confidence = kConfidence);

// What one batch holds for the deal effect of a card in the hands of one strategy.
struct DealSums {
  struct Seat {
    int64_t dealt = 0;        // seat-games to which the card was dealt
    int64_t dealt_win12 = 0;  // and their wins
    int64_t other = 0;        // those to which it was not
    int64_t other_win12 = 0;
  };
  std::array<Seat, kMaxSeats> seats{};

  bool Empty() const;
  // The win share when dealt minus that when not, within each seat; over the seats with weights
  // dealt * other / (dealt + other). That is the least squares coefficient of "dealt" in a model
  // with a level of its own for each seat: a seat that wins more often than another, and is dealt
  // the card more often by chance, does not pass for an effect; and seats count by how much they
  // tell. NaN if no seat has both kinds.
  double Effect() const;
  DealSums& operator+=(const DealSums& other);
  DealSums& operator-=(const DealSums& other);
};

// The deal effect: marked "few" if there are fewer than 30 wins or losses with the card dealt, or
// without. `seat_games` are those of the strategy.
Interval DealEffectInterval(std::span<const DealSums> batches, SeatGamesPerBlock seat_games,
                            double confidence = kConfidence);

}  // namespace prestige
