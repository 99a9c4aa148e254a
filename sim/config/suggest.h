#pragma once

#include <span>
#include <string>
#include <string_view>

namespace prestige {

// "; did you mean 'score'?" when one of the names is a plausible misspelling away from `word`
// (letters added, left out, changed or swapped; capitals do not count), else nothing. Of equally
// near names the first.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> names);

// Text for a message: control characters and bytes that are no UTF-8 written as \xNN, long text
// cut.
std::string Printable(std::string_view text);

// The same in single quotes.
std::string Quoted(std::string_view word);

}  // namespace prestige
