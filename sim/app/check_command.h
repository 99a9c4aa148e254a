#pragma once

#include "sim/app/command.h"

namespace prestige {

// `prestige check`: see Command::declare.
CommandRun DeclareCheck(CLI::App& app);

}  // namespace prestige
