#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/splendor/game.h"

namespace prestige::splendor {

// A game with all that happened in it.
struct GameRecord {
  uint64_t seed = 0;
  uint64_t index = 0;                   // the game's id in the schedule
  std::vector<std::string> strategies;  // by seat
  State start;
  std::vector<Event> events;
  State end;
};

// The replay log, line by line: setup, events, result.
void WriteReplayLines(const Rules& rules, const GameRecord& game, std::ostream& out);

// The same for people: one line a turn, with what each player has, in colours where the terminal
// has them.
void WriteReplayText(const Rules& rules, const GameRecord& game, bool color, std::ostream& out);

// "points", "passes" or "rounds".
std::string_view EndText(End end);

}  // namespace prestige::splendor
