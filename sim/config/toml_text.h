#pragma once

#include <toml++/toml.h>
#include <string_view>

namespace prestige {

// Parses TOML that a user wrote; throws toml::parse_error. A key of thousands of dotted parts would
// be thousands of tables one inside the other, too deep for the library: lines with more dots than
// anyone writes are refused.
toml::table ParseToml(std::string_view text, std::string_view file = {});

}  // namespace prestige
