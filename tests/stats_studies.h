#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "sim/stats/interval.h"

namespace prestige {

// Simulated studies of known truth: how often does an interval hold it?

// Enough that the count itself errs by 0.1 percentage points.
inline constexpr int kStudies = 40'000;

struct Coverage {
  int studies = 0;
  int covered = 0;
  int few = 0;      // marked so
  int without = 0;  // studies that gave no interval, not among `studies`

  void Add(const Interval& interval, double truth);
};

// Passes if a nominal 95 % is one: between 94 and 96 % of the studies, or at least 94 % where they
// are marked "few" (more than one in a hundred of them).
void ExpectNominal(const Coverage& coverage, const std::string& what);

// Games of one block are alike because their deal is: a game is won when a normal variable, which
// shares `likeness` of its variance with the other games of the block, lies below a threshold.
struct BlockModel {
  int games;        // a block
  double share;     // the truth
  double likeness;  // 0 for independent games
};

// Draws the number of games won in a block.
class WinsInBlock {
 public:
  explicit WinsInBlock(const BlockModel& model);
  int operator()(Stream& stream) const;

 private:
  std::vector<double> cumulative_;
};

// The share of wins over blocks.
Coverage ShareStudies(const BlockModel& model, int blocks, int studies = kStudies);

// The same, stopped as --stop-at does, at the latest after `most_looks` looks.
Coverage StoppedStudies(const BlockModel& model, double half_width, int most_looks,
                        int studies = kStudies);

// The win share of a card's plays, over 256 batches; a block with plays has one or two of them.
Coverage CardStudies(double expected_plays, double share, double likeness, int studies = kStudies);

// The difference between the first two of four strategies with these shares, who play 24 games a
// block; `likeness` is the chance that a game goes as the block's deal wants it.
Coverage DifferenceStudies(const std::vector<double>& shares, double likeness, int blocks,
                           int studies = kStudies);

// The deal effect of a card that each of two seats is dealt with that chance in a mirror match of
// 2048 games; the first seat wins with chance `share`, plus or minus the effect if one is dealt it.
Coverage DealStudies(double dealt, double share, double effect, int studies = kStudies);

// Mean points over blocks of six games with skewed points that are alike within a block.
Coverage PointsStudies(int blocks, int studies = kStudies);

}  // namespace prestige
