#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/coatl/ruleset.h"

namespace prestige {

// --game, --ruleset and --set, which most commands share.
struct RulesetFlags {
  std::string game = "coatl";
  std::string ruleset = "base";
  std::vector<std::string> sets;
};
void AddRulesetFlags(CLI::App& app, RulesetFlags& flags);

// Loads the ruleset of Cóatl that the flags name. The error is InvalidArgument and lists everything
// that is wrong, one line each.
absl::StatusOr<coatl::LoadedRuleset> LoadCoatl(const RulesetFlags& flags);

}  // namespace prestige
