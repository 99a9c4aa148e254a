#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace prestige {

// Which arrangements of the strategies over the seats a block has.
enum class Seating : uint8_t {
  kAll,        // every different one
  kRotations,  // the given one and those got by moving everyone on by one seat
  kFixed,      // the given one
};

// The n-th game of a run: which deal, and who sits where.
struct ScheduledGame {
  uint64_t game_id = 0;
  uint64_t block_id = 0;   // the deal
  size_t arrangement = 0;  // of the block: which game of it
};

// Seat-games that belong together in statistics: one strategy at one seat, with the same levels.
struct Line {
  size_t place = 0;  // index into Schedule::strategies()
  size_t seat = 0;
  int levels = 0;  // of a solo game: bit n-1 for level n

  friend bool operator==(const Line&, const Line&) = default;
};

// A pure function from a game's number to what is played. Games come in blocks: one deal in every
// arrangement, each with every set of levels that is asked for. With R games a block,
// game_id = block_id * R + arrangement.
class Schedule {
 public:
  // One strategy a seat, each in its one spelling: equal texts are equal strategies. Arrangements
  // are in lexicographic order of each strategy's first place in that list. `levels` are the sets
  // of levels of a solo game, each played in every block ({0} for other games); `automaton`, if it
  // is not empty, sits behind the players in every arrangement.
  explicit Schedule(std::vector<std::string> strategies, Seating seating = Seating::kAll,
                    const std::vector<int>& levels = {0}, const std::string& automaton = "");

  // The strategies in the order given, the automaton last. Of equal ones only the first stands for
  // all in what follows.
  const std::vector<std::string>& strategies() const { return strategies_; }
  size_t players() const { return players_; }          // that decide
  size_t seats() const { return strategies_.size(); }  // that get points
  size_t games_per_block() const { return arrangements_.size(); }
  bool IsMirror() const;  // the same strategy in every seat

  const std::string& StrategyAt(size_t arrangement, size_t seat) const {
    return strategies_[PlaceAt(arrangement, seat)];
  }
  size_t PlaceAt(size_t arrangement, size_t seat) const {
    return lines_[LineAt(arrangement, seat)].place;
  }
  int LevelsAt(size_t arrangement) const { return lines_[LineAt(arrangement, 0)].levels; }
  // The lines of the players come first, those of the automaton after them.
  size_t player_lines() const { return player_lines_; }
  size_t LineAt(size_t arrangement, size_t seat) const { return arrangements_[arrangement][seat]; }
  const std::vector<Line>& lines() const { return lines_; }

  ScheduledGame GameAt(uint64_t game_id) const {
    const uint64_t block = game_id / games_per_block();
    return {game_id, block, static_cast<size_t>(game_id - block * games_per_block())};
  }

 private:
  std::vector<std::string> strategies_;
  size_t players_;
  std::vector<Line> lines_;
  size_t player_lines_ = 0;
  std::vector<std::vector<size_t>> arrangements_;  // by seat, the line
};

}  // namespace prestige
