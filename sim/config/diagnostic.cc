#include "sim/config/diagnostic.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"

namespace prestige {

std::string ToString(const Diagnostic& diagnostic) {
  std::string text = diagnostic.file;
  if (diagnostic.line > 0) absl::StrAppend(&text, ":", diagnostic.line);
  if (diagnostic.column > 0) absl::StrAppend(&text, ":", diagnostic.column);
  absl::StrAppend(&text, ": ", diagnostic.message);
  return text;
}

std::string ToString(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += ToString(diagnostic);
  }
  return text;
}

void SortByPlace(Diagnostics& diagnostics) {
  std::vector<std::string> files;
  using Place = std::tuple<size_t, size_t, size_t>;  // the file's rank, line, column
  std::multimap<Place, Diagnostic> sorted;           // keeps the order of what has the same place
  for (Diagnostic& diagnostic : diagnostics) {
    const auto file = std::find(files.begin(), files.end(), diagnostic.file);
    const auto rank = static_cast<size_t>(file - files.begin());
    if (file == files.end()) files.push_back(diagnostic.file);
    sorted.emplace(Place(rank, diagnostic.line, diagnostic.column), std::move(diagnostic));
  }
  diagnostics.clear();
  for (auto& [place, diagnostic] : sorted) diagnostics.push_back(std::move(diagnostic));
}

}  // namespace prestige
