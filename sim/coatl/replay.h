#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "engine/coatl/game.h"

namespace prestige::coatl {

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

// The same for people: one paragraph a turn, with the coameh drawn, in colours where the terminal
// has them.
void WriteReplayText(const Rules& rules, const GameRecord& game, bool color, std::ostream& out);

// "third-coatl", "bodies" or "passes".
std::string_view EndText(End end);

}  // namespace prestige::coatl
