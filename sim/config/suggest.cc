#include "sim/config/suggest.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sim/config/text_file.h"

namespace prestige {
namespace {

// Nobody means one of our names by a longer word, and the distance costs its length squared.
constexpr size_t kLongestWord = 64;
constexpr size_t kLongestPrinted = 60;

// The number of single-letter edits (swaps of neighbours among them) that make `b` of `a`.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> distance(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        distance[i][j] = i + j;
        continue;
      }
      const bool same = absl::ascii_tolower(static_cast<unsigned char>(a[i - 1])) ==
                        absl::ascii_tolower(static_cast<unsigned char>(b[j - 1]));
      distance[i][j] = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1,
                                 distance[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
      }
    }
  }
  return distance[a.size()][b.size()];
}

}  // namespace

std::string DidYouMean(std::string_view word, std::span<const std::string_view> names) {
  if (word.empty() || word.size() > kLongestWord) return "";
  std::string_view best;
  size_t best_distance = std::max<size_t>(1, (word.size() + 1) / 3) + 1;
  for (const std::string_view name : names) {
    const size_t distance = EditDistance(word, name);
    // A short name is near everything: less than half of it may differ.
    if (distance < best_distance && distance * 2 <= std::max(name.size(), word.size())) {
      best = name;
      best_distance = distance;
    }
  }
  if (best.empty()) return "";
  return absl::StrCat("; did you mean '", std::string(best), "'?");
}

std::string Printable(std::string_view text) {
  std::string printed;
  while (!text.empty()) {
    if (printed.size() >= kLongestPrinted) {
      printed += "...";
      break;
    }
    const size_t bytes = Utf8CharacterSize(text);
    const auto first = static_cast<unsigned char>(text[0]);
    if (bytes == 0 || first < 0x20 || first == 0x7F) {
      absl::StrAppendFormat(&printed, "\\x%02X", first);
      text.remove_prefix(1);
    } else {
      printed.append(text.substr(0, bytes));
      text.remove_prefix(bytes);
    }
  }
  return printed;
}

std::string Quoted(std::string_view word) { return absl::StrCat("'", Printable(word), "'"); }

}  // namespace prestige
