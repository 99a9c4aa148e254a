#pragma once

#include <string>
#include <vector>

#include "sim/app/command.h"

namespace prestige {

// The whole program but for the process: parses the arguments (without the program's name), runs
// the subcommand, prints what went wrong to `context.err` and returns the exit code: 0, 1 failed, 2
// usage or bad input, 130 interrupted.
int RunApp(const std::vector<std::string>& arguments, Context& context);

}  // namespace prestige
