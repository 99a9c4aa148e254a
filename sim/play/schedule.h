#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace prestige {

// The n-th game of a run: which deal, and who sits where.
struct ScheduledGame {
  uint64_t game_id = 0;
  uint64_t block_id = 0;  // the deal
  size_t seating = 0;     // index into Schedule::seatings()
};

// A pure function from a game's number to what is played. Games come in blocks: one deal in every
// different arrangement of the strategies over the seats, in lexicographic order of each strategy's
// first place in the given list. With R arrangements, game_id = block_id * R + seating.
class Schedule {
 public:
  // One strategy a seat, each in its one spelling: equal texts are equal strategies.
  explicit Schedule(std::vector<std::string> strategies);

  // seatings()[k][seat]: the index into the given list of the strategy at that seat (the first of
  // equal ones).
  const std::vector<std::vector<size_t>>& seatings() const { return seatings_; }
  const std::string& StrategyAt(size_t seating, size_t seat) const {
    return strategies_[seatings_[seating][seat]];
  }

  ScheduledGame GameAt(uint64_t game_id) const {
    return {game_id, game_id / seatings_.size(), static_cast<size_t>(game_id % seatings_.size())};
  }

 private:
  std::vector<std::string> strategies_;
  std::vector<std::vector<size_t>> seatings_;
};

}  // namespace prestige
