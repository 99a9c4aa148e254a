#include "sim/config/toml_text.h"

#include <algorithm>
#include <memory>
#include <string>

namespace prestige {
namespace {

constexpr std::ptrdiff_t kMostDots = 256;

}  // namespace

toml::table ParseToml(std::string_view text, std::string_view file) {
  toml::source_index number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    ++number;
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (std::count(line.begin(), line.end(), '.') > kMostDots) {
      const toml::source_position place{number, 1};
      throw toml::parse_error("a line with more than 256 dots",
                              {place, place, std::make_shared<const std::string>(file)});
    }
  }
  return toml::parse(text, file);
}

}  // namespace prestige
