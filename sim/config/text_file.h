#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "sim/config/diagnostic.h"

namespace prestige {

// Nothing that a designer writes comes near it; a device that never ends is stopped by it.
inline constexpr size_t kMaxFileBytes = size_t{4} << 20;

// A path as shown to the user: relative to the current folder if it lies in there.
std::string DisplayPath(const std::filesystem::path& path);

// The content of a file of at most kMaxFileBytes, or why it cannot be read; "-" is standard input.
std::variant<std::string, Diagnostic> ReadTextFile(const std::filesystem::path& path);

// The size in bytes (1 to 4) of the UTF-8 character that `text` starts with; 0 if it starts with
// none.
size_t Utf8CharacterSize(std::string_view text);

}  // namespace prestige
