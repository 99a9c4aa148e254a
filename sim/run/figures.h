#pragma once

#include <cstddef>
#include <vector>

#include "sim/play/schedule.h"
#include "sim/run/tally.h"
#include "sim/stats/interval.h"
#include "sim/stats/jackknife.h"

namespace prestige {

// The figures of a run with their intervals, from what was added up.
class Figures {
 public:
  // Both outlive it.
  Figures(const Schedule& schedule, const Tally& tally) : schedule_(schedule), tally_(tally) {}

  // The strategies' places, each different one once, the automaton too.
  std::vector<size_t> Places() const;

  Interval SeatShare(size_t seat) const;
  Interval StrategyShare(size_t place) const;
  Interval LineShare(size_t line) const;
  double SeatPoints(size_t seat) const;
  double StrategyPoints(size_t place) const;
  Interval LinePoints(size_t line) const;
  // Of the players against the automaton, with these levels.
  Interval MarginOver(size_t line, size_t automaton_line) const;

  // What a level changes on average over the sets of the other levels, where every set is played:
  // the players' win share, and their margin over the automaton. From within blocks.
  Interval LevelWins(int level) const;
  Interval LevelMargin(int level) const;

  int64_t SeatGames(size_t place) const;

  // A card in the hands of a strategy.
  int64_t CardCount(size_t place, size_t card, size_t column) const;
  Interval PlayedShare(size_t place, size_t card) const;
  Interval DealEffect(size_t place, size_t card, double confidence = kConfidence) const;

 private:
  // Lines for which `wanted` holds, as weights of the block sums from quantity `first` on.
  template <class Wanted>
  std::vector<int32_t> Weights(size_t first, const Wanted& wanted) const;
  template <class Wanted>
  Interval Share(const Wanted& wanted) const;
  template <class Wanted>
  BlockMean Points(const Wanted& wanted) const;
  // Seat-games of such lines in every block.
  template <class Wanted>
  int64_t GamesPerBlock(const Wanted& wanted) const;
  SeatGamesPerBlock SeatGamesOf(size_t place) const;

  const Schedule& schedule_;
  const Tally& tally_;
};

}  // namespace prestige
