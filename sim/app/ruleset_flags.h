#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/play/game_host.h"

namespace prestige {

// --game, --ruleset and --set, which most commands share.
struct RulesetFlags {
  std::string game = "coatl";
  std::string ruleset = "base";
  std::vector<std::string> sets;
};
void AddRulesetFlags(CLI::App& app, RulesetFlags& flags);

// The file of the ruleset that the flags name.
absl::StatusOr<std::filesystem::path> RulesetPath(const RulesetFlags& flags);

// Loads the game under that ruleset. The error is InvalidArgument and lists everything that is
// wrong, one line each.
absl::StatusOr<std::unique_ptr<GameHost>> LoadGame(const RulesetFlags& flags);

}  // namespace prestige
