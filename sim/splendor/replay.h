#pragma once

#include <ostream>
#include <string_view>

#include "engine/splendor/game.h"
#include "sim/play/typed_table.h"

namespace prestige::splendor {

using GameRecord = prestige::GameRecord<SplendorGame>;

// The replay log, line by line: setup, events, result.
void WriteReplayLines(const Rules& rules, const GameRecord& game, std::ostream& out);

// The same for people: one paragraph a turn, with what the player then has, in colours where the
// terminal has them.
void WriteReplayText(const Rules& rules, const GameRecord& game, bool color, std::ostream& out);

// "points", "passes" or "rounds".
std::string_view EndText(End end);

}  // namespace prestige::splendor
