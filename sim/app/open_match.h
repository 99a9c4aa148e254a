#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "sim/play/game_host.h"
#include "sim/run/run_config.h"

namespace prestige {

// A config made ready to play: the game loaded, the strategies understood, the schedule made.
struct OpenedMatch {
  std::unique_ptr<GameHost> host;
  std::unique_ptr<MatchPlan> plan;  // where it is does not change: tables refer to it
};

// The error names the flag that is wrong and what is allowed. The config gets its
// number of players, and the one spelling of its strategies and levels.
absl::StatusOr<OpenedMatch> OpenMatch(RunConfig* config);

}  // namespace prestige
