#pragma once

#include "sim/app/command.h"

namespace prestige {

// `prestige score`: see Command::declare.
CommandRun DeclareScore(CLI::App& app);

}  // namespace prestige
