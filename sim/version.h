#pragma once

#include <string_view>

namespace prestige {

// The program's version, as in CMakeLists.txt: "0.1.0".
std::string_view Version();

// The commit the program was built from, twelve hex digits and "-dirty" if the tree had changes;
// "unknown" when it was built outside a git work tree.
std::string_view Commit();

// The compiler that built the program: "g++ 12.2.0".
std::string_view Compiler();

}  // namespace prestige
