#include "sim/stats/block_sums.h"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/core/check.h"

namespace prestige {
namespace {

__extension__ using Int128 = __int128;

// Solves matrix * x = right by elimination with pivots; nothing if the matrix is singular to
// rounding.
std::optional<std::vector<double>> Solve(std::vector<std::vector<double>> matrix,
                                         std::vector<double> right) {
  const size_t size = right.size();
  double largest = 0;
  for (size_t i = 0; i < size; ++i) largest = std::max(largest, std::abs(matrix[i][i]));
  for (size_t column = 0; column < size; ++column) {
    size_t pivot = column;
    for (size_t row = column + 1; row < size; ++row) {
      if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column])) pivot = row;
    }
    if (std::abs(matrix[pivot][column]) <= largest * 1e-12) return std::nullopt;
    std::swap(matrix[pivot], matrix[column]);
    std::swap(right[pivot], right[column]);
    for (size_t row = column + 1; row < size; ++row) {
      const double factor = matrix[row][column] / matrix[column][column];
      for (size_t k = column; k < size; ++k) matrix[row][k] -= factor * matrix[column][k];
      right[row] -= factor * right[column];
    }
  }
  for (size_t row = size; row-- > 0;) {
    for (size_t k = row + 1; k < size; ++k) right[row] -= matrix[row][k] * right[k];
    right[row] /= matrix[row][row];
  }
  return right;
}

}  // namespace

void BlockSums::Add(std::span<const int32_t> values) {
  PRESTIGE_DCHECK(values.size() == sums_.size());
  ++blocks_;
  int64_t* product = products_.data();
  for (size_t i = 0; i < values.size(); ++i) {
    sums_[i] += values[i];
    for (size_t j = i; j < values.size(); ++j) *product++ += int64_t{values[i]} * values[j];
  }
}

BlockSums BlockSums::First(size_t quantities) const {
  BlockSums first(quantities);
  first.blocks_ = blocks_;
  std::copy_n(sums_.begin(), quantities, first.sums_.begin());
  auto product = first.products_.begin();
  for (size_t i = 0; i < quantities; ++i) {
    for (size_t j = i; j < quantities; ++j) *product++ = Product(i, j);
  }
  return first;
}

BlockSums& BlockSums::operator+=(const BlockSums& other) {
  PRESTIGE_DCHECK(other.sums_.size() == sums_.size());
  blocks_ += other.blocks_;
  for (size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  for (size_t i = 0; i < products_.size(); ++i) products_[i] += other.products_[i];
  return *this;
}

int64_t BlockSums::Product(size_t first, size_t second) const {
  const auto [row, column] = std::minmax(first, second);
  return products_[row * sums_.size() - row * (row + 1) / 2 + column];
}

double BlockSums::Covariance(size_t first, size_t second) const {
  PRESTIGE_DCHECK(blocks_ >= 2);
  const Int128 scaled =
      Int128{blocks_} * Product(first, second) - Int128{sums_[first]} * sums_[second];
  return static_cast<double>(scaled) /
         (static_cast<double>(blocks_) * static_cast<double>(blocks_ - 1));
}

BlockMean BlockSums::Mean(std::span<const int32_t> weights, double divisor) const {
  PRESTIGE_DCHECK(weights.size() == sums_.size());
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (blocks_ == 0) return {kNone, kNone, 0};
  Int128 sum = 0;
  Int128 square = 0;
  for (size_t i = 0; i < sums_.size(); ++i) {
    sum += Int128{weights[i]} * sums_[i];
    for (size_t j = 0; j < sums_.size(); ++j) {
      square += Int128{weights[i]} * weights[j] * Product(i, j);
    }
  }
  const auto count = static_cast<double>(blocks_);
  const double mean = static_cast<double>(sum) / count / divisor;
  if (blocks_ < 2) return {mean, kNone, blocks_};
  const auto scaled = static_cast<double>(Int128{blocks_} * square - sum * sum);
  return {mean, scaled / (count * count * (count - 1)) / (divisor * divisor), blocks_};
}

std::vector<int64_t> BlockSums::ToNumbers() const {
  std::vector<int64_t> numbers{static_cast<int64_t>(sums_.size()), blocks_};
  numbers.insert(numbers.end(), sums_.begin(), sums_.end());
  numbers.insert(numbers.end(), products_.begin(), products_.end());
  return numbers;
}

std::optional<BlockSums> BlockSums::FromNumbers(std::span<const int64_t> numbers) {
  if (numbers.size() < 2 || numbers[0] < 0 || numbers[1] < 0 ||
      static_cast<size_t>(numbers[0]) > numbers.size()) {
    return std::nullopt;
  }
  BlockSums sums(static_cast<size_t>(numbers[0]));
  if (numbers.size() != 2 + sums.sums_.size() + sums.products_.size()) return std::nullopt;
  sums.blocks_ = numbers[1];
  const auto products = numbers.begin() + 2 + static_cast<ptrdiff_t>(sums.sums_.size());
  std::copy(numbers.begin() + 2, products, sums.sums_.begin());
  std::copy(products, numbers.end(), sums.products_.begin());
  return sums;
}

Interval BlockShareInterval(const BlockSums& win12, std::span<const int32_t> weights,
                            int64_t seat_games, double confidence) {
  const BlockMean share = win12.Mean(weights, 12.0 * static_cast<double>(seat_games));
  const double games = static_cast<double>(share.blocks) * static_cast<double>(seat_games);
  const double wins = share.blocks == 0 ? 0 : share.mean * games;
  return ShareInterval({.share = share.mean,
                        .variance = share.variance,
                        .groups = share.blocks,
                        .blocks = share.blocks,
                        .wins = wins,
                        .losses = games - wins},
                       confidence);
}

Interval BlockShareDifferenceInterval(const BlockSums& win12, std::span<const int32_t> first,
                                      std::span<const int32_t> second, int64_t seat_games,
                                      double confidence) {
  std::vector<int32_t> weights(first.begin(), first.end());
  for (size_t i = 0; i < weights.size(); ++i) weights[i] -= second[i];
  const BlockMean difference = win12.Mean(weights, 12.0 * static_cast<double>(seat_games));
  return ShareDifferenceInterval(difference.mean, difference.variance, difference.blocks,
                                 BlockShareInterval(win12, first, seat_games, confidence),
                                 BlockShareInterval(win12, second, seat_games, confidence),
                                 confidence);
}

std::optional<double> PairingEfficiency(const BlockSums& win12) {
  const size_t games = win12.quantities();
  if (games == 1) return 1.0;
  if (win12.blocks() < 2) return std::nullopt;
  const std::vector<int32_t> all(games, 1);
  const double together = win12.Mean(all, 1).variance * static_cast<double>(win12.blocks());
  if (together == 0) return std::nullopt;
  double apart = 0;
  for (size_t i = 0; i < games; ++i) apart += win12.Covariance(i, i);
  return apart / together;
}

std::optional<SeatTest> TestSeatsEqual(const BlockSums& win12) {
  const auto blocks = win12.blocks();
  if (win12.quantities() < 2) return std::nullopt;
  const size_t differences = win12.quantities() - 1;
  const auto degrees = static_cast<int64_t>(differences);
  if (blocks <= degrees + 1) return std::nullopt;
  // Each seat against the last one.
  const auto count = static_cast<double>(blocks);
  std::vector<double> mean(differences);
  std::vector<std::vector<double>> covariance(differences, std::vector<double>(differences));
  for (size_t i = 0; i < differences; ++i) {
    mean[i] = static_cast<double>(win12.sum(i) - win12.sum(differences)) / count;
    for (size_t j = 0; j < differences; ++j) {
      covariance[i][j] =
          (win12.Covariance(i, j) - win12.Covariance(i, differences) -
           win12.Covariance(differences, j) + win12.Covariance(differences, differences)) /
          count;
    }
  }
  const auto solution = Solve(covariance, mean);
  if (!solution) return std::nullopt;
  double t_squared = 0;
  for (size_t i = 0; i < differences; ++i) t_squared += mean[i] * (*solution)[i];
  const auto free = static_cast<double>(blocks - degrees);
  const double f = t_squared * free / (static_cast<double>(degrees) * (count - 1));
  const boost::math::fisher_f distribution(static_cast<double>(degrees), free);
  return SeatTest{f, degrees, blocks - degrees, cdf(complement(distribution, f))};
}

}  // namespace prestige
