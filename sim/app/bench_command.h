#pragma once

#include "sim/app/command.h"

namespace prestige {

// `prestige bench`: a fixed workload, how fast it went, and the behaviour signature. Writes no
// files.
CommandRun DeclareBench(CLI::App& app);

}  // namespace prestige
