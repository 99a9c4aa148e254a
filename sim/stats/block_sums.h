#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/stats/interval.h"

namespace prestige {

// The mean over blocks of a figure, and the variance of that mean (NaN for less than two blocks).
struct BlockMean {
  double mean;
  double variance;
  int64_t blocks;
};

// Exact sums over blocks of a fixed number of whole quantities (twelfths of wins or points of a
// seat and strategy, added up over the games of a block), and of their products two by two. Any
// split of the blocks into parts that are merged gives the same numbers; floating point comes
// after.
//
// The sums must fit 63 bits: with quantities below 2^14 that is room for 2^35 blocks.
class BlockSums {
 public:
  explicit BlockSums(size_t quantities)
      : sums_(quantities), products_(quantities * (quantities + 1) / 2) {}

  // One block: a value for each quantity.
  void Add(std::span<const int32_t> values);
  BlockSums& operator+=(const BlockSums& other);

  size_t quantities() const { return sums_.size(); }
  int64_t blocks() const { return blocks_; }
  int64_t sum(size_t quantity) const { return sums_[quantity]; }

  // The same of the first quantities alone.
  BlockSums First(size_t quantities) const;

  // The mean of (weights . quantities) / divisor, over blocks. Whole weights keep the variance of a
  // combination that never varies exactly 0.
  BlockMean Mean(std::span<const int32_t> weights, double divisor) const;

  // The covariance between two quantities of one block, not of their means. At least 2 blocks.
  double Covariance(size_t first, size_t second) const;

  // All of it as numbers, and back: nothing if the numbers are not those of block sums.
  std::vector<int64_t> ToNumbers() const;
  static std::optional<BlockSums> FromNumbers(std::span<const int64_t> numbers);

  friend bool operator==(const BlockSums&, const BlockSums&) = default;

 private:
  int64_t Product(size_t first, size_t second) const;

  int64_t blocks_ = 0;
  std::vector<int64_t> sums_;
  std::vector<int64_t> products_;  // row by row, each from its diagonal on
};

// The interval of a share over blocks: the chosen quantities (weights 0 or 1) hold twelfths of
// wins, out of `seat_games` seat-games in every block.
Interval BlockShareInterval(const BlockSums& win12, std::span<const int32_t> weights,
                            int64_t seat_games, double confidence = kConfidence);

// The difference between two such shares, from within blocks.
Interval BlockShareDifferenceInterval(const BlockSums& win12, std::span<const int32_t> first,
                                      std::span<const int32_t> second, int64_t seat_games,
                                      double confidence = kConfidence);

// What playing each deal in every seating saves, for one strategy's share: the variance of as many
// games on fresh deals in the same seatings over that of the blocks. `win12` holds one quantity for
// each game of a block: the twelfths that the strategy won in that seating. 1 for blocks of one
// game; nothing where blocks never differ or there are less than two.
std::optional<double> PairingEfficiency(const BlockSums& win12);

// Do the seats win equally often? Hotelling's test on the differences between the seats within a
// block; `win12` holds one quantity a seat, which add up to the same in every block. For mirror
// matches, where only the seats differ.
struct SeatTest {
  double f;  // F distributed if the seats are equal, with these degrees of freedom
  int64_t numerator_degrees;
  int64_t denominator_degrees;
  double p_value;
};
// Nothing where there are too few blocks or the differences do not vary.
std::optional<SeatTest> TestSeatsEqual(const BlockSums& win12);

}  // namespace prestige
