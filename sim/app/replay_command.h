#pragma once

#include "sim/app/command.h"

namespace prestige {

// `prestige replay`: games of the schedule by their numbers, as JSON Lines, as text, or
// as a page.
CommandRun DeclareReplay(CLI::App& app);

}  // namespace prestige
