#include "sim/config/text_file.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace prestige {

std::string DisplayPath(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path current = std::filesystem::current_path(error);
  if (path.is_absolute() && !error) {
    const std::filesystem::path relative = path.lexically_relative(current);
    if (!relative.empty() && *relative.begin() != "..") return relative.string();
  }
  return path.lexically_normal().string();
}

std::variant<std::string, Diagnostic> ReadTextFile(const std::filesystem::path& path) {
  const auto failed = [&path](const std::string& reason) {
    return Diagnostic{DisplayPath(path), 0, 0, absl::StrCat("cannot be read: ", reason)};
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin
                                                           : std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return failed(std::strerror(errno));
  std::string text;
  std::array<char, 1 << 14> chunk;
  while (const size_t size = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    text.append(chunk.data(), size);
    if (text.size() > kMaxFileBytes) {
      return failed(absl::StrCat("it is larger than ", kMaxFileBytes >> 20, " MiB"));
    }
  }
  if (std::ferror(file.get()) != 0) return failed(std::strerror(errno));
  return text;
}

size_t Utf8CharacterSize(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&text](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong spellings, surrogates, and what lies beyond U+10FFFF.
  const uint8_t second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return size;
}

}  // namespace prestige
