#pragma once

#include "sim/app/command.h"

namespace prestige {

// `prestige report`: run folders as one self-contained HTML file, made by the Python package.
CommandRun DeclareReport(CLI::App& app);

}  // namespace prestige
