#include "sim/config/strategy_spec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "sim/config/suggest.h"

namespace prestige {
namespace {

std::optional<double> ParseNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

// The text up to the separator, which is taken off with it.
std::string_view TakePart(std::string_view* text, char separator) {
  const size_t end = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
}

std::string Allowed(const Parameter& parameter) {
  return absl::StrCat(parameter.whole ? "a whole number" : "a number", " from ",
                      ShortestDecimals(parameter.least), " to ", ShortestDecimals(parameter.most));
}

}  // namespace

std::string ShortestDecimals(double value) {
  std::array<char, 400> digits;
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  return {digits.data(), end};
}

std::vector<std::string_view> SplitStrategies(std::string_view list) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '(') ++depth;
    if (list[i] == ')') --depth;
    if (list[i] == ',' && depth == 0) {
      parts.push_back(list.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(list.substr(begin));
  return parts;
}

absl::StatusOr<StrategySpec> ParseStrategy(std::string_view text,
                                           std::span<const StrategyInfo> known) {
  std::string_view rest = text;
  const std::string_view name = TakePart(&rest, ':');
  const auto info = std::find_if(known.begin(), known.end(),
                                 [name](const StrategyInfo& entry) { return entry.name == name; });
  if (info == known.end()) {
    std::vector<std::string_view> names;
    for (const StrategyInfo& entry : known) names.push_back(entry.name);
    return absl::InvalidArgumentError(absl::StrCat(
        "no strategy ", Quoted(name), "; `prestige list` shows them", DidYouMean(name, names)));
  }

  StrategySpec spec{std::string(name), {}, {}};
  for (const Parameter& parameter : info->parameters) spec.values.push_back(parameter.fallback);
  std::vector<bool> given(info->parameters.size());
  while (!rest.empty()) {
    std::string_view value_text = TakePart(&rest, ':');
    const std::string_view key = TakePart(&value_text, '=');
    const auto parameter =
        std::find_if(info->parameters.begin(), info->parameters.end(),
                     [key](const Parameter& entry) { return entry.name == key; });
    if (parameter == info->parameters.end()) {
      std::vector<std::string_view> keys;
      for (const Parameter& entry : info->parameters) keys.push_back(entry.name);
      return absl::InvalidArgumentError(absl::StrCat(spec.name, " has no parameter ", Quoted(key),
                                                     "; `prestige list` shows what it has",
                                                     DidYouMean(key, keys)));
    }
    const auto index = static_cast<size_t>(parameter - info->parameters.begin());
    if (given[index]) {
      return absl::InvalidArgumentError(
          absl::StrCat(spec.name, ": ", std::string(key), " is there twice"));
    }
    given[index] = true;
    const std::optional<double> value = ParseNumber(value_text);
    if (!value || *value < parameter->least || *value > parameter->most ||
        (parameter->whole && *value != std::floor(*value))) {
      return absl::InvalidArgumentError(absl::StrCat(spec.name, ": ", std::string(key), " is ",
                                                     Quoted(value_text),
                                                     "; allowed: ", Allowed(*parameter)));
    }
    spec.values[index] = *value;
  }

  std::vector<std::string> differing;
  for (size_t i = 0; i < spec.values.size(); ++i) {
    const Parameter& parameter = info->parameters[i];
    if (spec.values[i] == parameter.fallback) continue;
    differing.push_back(
        absl::StrCat(":", std::string(parameter.name), "=", ShortestDecimals(spec.values[i])));
  }
  std::sort(differing.begin(), differing.end());
  spec.text = spec.name;
  for (const std::string& part : differing) spec.text += part;
  return spec;
}

}  // namespace prestige
