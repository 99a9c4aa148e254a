#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace prestige {

// One thing that is wrong with what a user wrote, and where.
struct Diagnostic {
  std::string file;   // as shown to the user; for a flag, the flag itself
  size_t line = 0;    // from 1; 0 when the whole file is meant
  size_t column = 0;  // from 1, in characters; 0 when the whole line is meant
  std::string message;
};
using Diagnostics = std::vector<Diagnostic>;

// "file:line:column: message", without the numbers that are 0.
std::string ToString(const Diagnostic& diagnostic);

// One line each, joined by newlines, in the order given.
std::string ToString(const Diagnostics& diagnostics);

// By file in the order of appearance, then by place: as somebody goes through the files to mend
// them.
void SortByPlace(Diagnostics& diagnostics);

}  // namespace prestige
