#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/play/game_host.h"

namespace prestige::splendor {

// Splendor under the ruleset file at `path`, changed by the `sets` of --set. The error is
// InvalidArgument and lists everything that is wrong, one line each.
absl::StatusOr<std::unique_ptr<GameHost>> LoadHost(const std::filesystem::path& path,
                                                   const std::vector<std::string>& sets);

// Every strategy for it, for help and parsing.
std::vector<StrategyInfo> StrategyInfos();

}  // namespace prestige::splendor
