#pragma once

#include "sim/app/command.h"

namespace prestige {

// `prestige list`: see Command::declare.
CommandRun DeclareList(CLI::App& app);

}  // namespace prestige
