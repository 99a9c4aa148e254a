#pragma once

#include <optional>
#include <string_view>

#include "engine/core/fixed_list.h"

namespace prestige {

// The words of a text that are parted by single spaces; nullopt for more than N words, an empty
// text, or a space too many. For move notation, which has one spelling.
template <size_t N>
std::optional<FixedList<std::string_view, N>> SplitWords(std::string_view text) {
  FixedList<std::string_view, N> words;
  while (true) {
    const size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    if (word.empty() || words.full()) return std::nullopt;
    words.push_back(word);
    if (space == std::string_view::npos) return words;
    text.remove_prefix(space + 1);
  }
}

}  // namespace prestige
