#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/app/app.h"

namespace {

// Colours are for terminals whose user has not asked for none (no-color.org).
bool WantsColor(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(descriptor) != 0 && (no_color == nullptr || *no_color == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  const std::vector<std::string> arguments(argc > 0 ? argv + 1 : argv, argv + argc);
  prestige::Context context{std::cin, std::cout, std::cerr, WantsColor(STDOUT_FILENO),
                            isatty(STDERR_FILENO) != 0};
  return prestige::RunApp(arguments, context);
}
