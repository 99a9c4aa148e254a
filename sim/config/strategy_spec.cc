#include "sim/config/strategy_spec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "sim/config/suggest.h"

namespace prestige {
namespace {

std::optional<double> ParseNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value == 0 ? 0 : value;  // -0 is another spelling of 0
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

namespace {

using Kind = StrategySpec::Kind;

struct Wrapper {
  std::string_view name;
  Kind kind;
  std::string_view form;
};
constexpr std::array<Wrapper, 3> kWrappers{{{"epsilon", Kind::kEpsilon, "epsilon(X,P)"},
                                            {"omit", Kind::kOmit, "omit(X,CARD)"},
                                            {"prefer", Kind::kPrefer, "prefer(X,CARD)"}}};

constexpr std::ptrdiff_t kDeepest = 16;  // wrappers around a strategy

constexpr std::array<StrategyInfo, 5> kCommon{{
    {"epsilon(X,P)", "plays as X, but errs with probability P (0 to 1): then any choice", {}},
    {"omit(X,CARD)", "plays as X, but never uses the card unless it must", {}},
    {"prefer(X,CARD)", "plays as X, but uses the card whenever it can", {}},
    {"lib:FILE", "a shared library of one's own (sim/outside/prestige_strategy.h)", {}},
    {"exec:COMMAND", "a program of one's own, by lines of JSON; split on spaces, no shell", {}},
}};

absl::StatusOr<StrategySpec> ParseWrapper(const Wrapper& wrapper, std::string_view inside,
                                          std::span<const StrategyInfo> known) {
  const auto wrong = [&](const std::string& what) {
    return absl::InvalidArgumentError(
        absl::StrCat(std::string(wrapper.name), "(", Printable(inside), "): ", what));
  };
  const std::vector<std::string_view> parts = SplitStrategies(inside);
  if (parts.size() != 2) {
    return wrong(absl::StrCat("allowed: ", std::string(wrapper.form), ", where X is a strategy"));
  }
  absl::StatusOr<StrategySpec> wrapped = ParseStrategy(parts[0], known);
  if (!wrapped.ok()) return wrapped;
  StrategySpec spec;
  spec.kind = wrapper.kind;
  spec.repeatable = wrapped->repeatable;
  if (wrapper.kind == Kind::kEpsilon) {
    const std::optional<double> probability = ParseNumber(parts[1]);
    if (!probability || *probability < 0 || *probability > 1) {
      return wrong(absl::StrCat("the probability is ", Quoted(parts[1]), "; allowed: 0 to 1"));
    }
    spec.values.push_back(*probability);
    spec.argument = ShortestDecimals(*probability);
  } else {
    spec.argument = std::string(parts[1]);
  }
  spec.text = absl::StrCat(std::string(wrapper.name), "(", wrapped->text, ",", spec.argument, ")");
  spec.wrapped.push_back(*std::move(wrapped));
  return spec;
}

StrategySpec OutsideSpec(Kind kind, std::string_view prefix, std::string argument) {
  StrategySpec spec;
  spec.kind = kind;
  spec.argument = std::move(argument);
  spec.text = absl::StrCat(std::string(prefix), spec.argument);
  spec.repeatable = kind != Kind::kProcess;
  return spec;
}

}  // namespace

std::span<const StrategyInfo> CommonStrategies() { return kCommon; }

absl::StatusOr<StrategySpec> ParseStrategy(std::string_view text,
                                           std::span<const StrategyInfo> known) {
  if (std::count(text.begin(), text.end(), '(') > kDeepest) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(text), " has more than ", kDeepest, " wrappers"));
  }
  if (text.starts_with("lib:")) {
    if (text.size() == 4) return absl::InvalidArgumentError("lib: there is no file");
    return OutsideSpec(Kind::kLibrary, "lib:", std::string(text.substr(4)));
  }
  if (text.starts_with("exec:")) {
    const std::vector<std::string> words =
        absl::StrSplit(std::string(text.substr(5)), ' ', absl::SkipEmpty());
    if (words.empty()) return absl::InvalidArgumentError("exec: there is no command");
    return OutsideSpec(Kind::kProcess, "exec:", absl::StrJoin(words, " "));
  }
  if (const size_t open = text.find('('); open != std::string_view::npos) {
    const std::string_view name = text.substr(0, open);
    std::vector<std::string_view> names;
    for (const Wrapper& wrapper : kWrappers) {
      names.push_back(wrapper.name);
      if (wrapper.name == name) {
        if (!text.ends_with(')')) {
          return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " does not end in ')'"));
        }
        return ParseWrapper(wrapper, text.substr(open + 1, text.size() - open - 2), known);
      }
    }
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(text),
                     " is no wrapped strategy; allowed: epsilon(X,P), omit(X,CARD), "
                     "prefer(X,CARD)",
                     DidYouMean(name, names)));
  }
  std::string_view rest = text;
  const std::string_view name = TakePart(&rest, ':');
  const auto info = std::find_if(known.begin(), known.end(),
                                 [name](const StrategyInfo& entry) { return entry.name == name; });
  if (info == known.end()) {
    std::vector<std::string_view> names;
    for (const StrategyInfo& entry : known) names.push_back(entry.name);
    return absl::InvalidArgumentError(absl::StrCat(
        "no strategy ", Quoted(name),
        "; allowed: ", absl::StrJoin(std::vector<std::string>(names.begin(), names.end()), ", "),
        ", and what `prestige list` shows for any game", DidYouMean(name, names)));
  }

  StrategySpec spec;
  spec.name = std::string(name);
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
    if (parameter->wall_clock && *value > 0) spec.repeatable = false;
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
