#pragma once

#include "sim/app/command.h"

namespace prestige {

// `prestige simulate`: plays games on all cores, prints the summary, writes a run folder.
CommandRun DeclareSimulate(CLI::App& app);

}  // namespace prestige
