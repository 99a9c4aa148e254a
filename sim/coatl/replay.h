#pragma once

#include <ostream>
#include <string_view>

#include "engine/coatl/game.h"
#include "sim/play/typed_table.h"

namespace prestige::coatl {

using GameRecord = prestige::GameRecord<CoatlGame>;

// The replay log, line by line: setup, events, result.
void WriteReplayLines(const Rules& rules, const GameRecord& game, std::ostream& out);

// The same for people: one paragraph a turn, with the coameh drawn, in colours where the terminal
// has them.
void WriteReplayText(const Rules& rules, const GameRecord& game, bool color, std::ostream& out);

// "third-coatl", "bodies" or "passes".
std::string_view EndText(End end);

}  // namespace prestige::coatl
