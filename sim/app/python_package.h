#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace prestige {

// Runs `python -m prestige ARGUMENTS` with `input` on its standard input; what it prints goes to
// `out`, its standard error is ours. The Python is that of the tree's .venv, with the tree's own
// package, else the first python3 of the PATH that has the package; the package is told by
// PRESTIGE_PROGRAM to call this very program.
//
// An exit code of the package becomes the status that stands for it, with an empty message: the
// package has told what was wrong. FailedPrecondition, and how to get it, where there is none.
absl::Status RunPythonPackage(const std::vector<std::string>& arguments, const std::string& input,
                              std::ostream& out);

}  // namespace prestige
