#pragma once

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/play/game_host.h"
#include "sim/run/run_config.h"
#include "sim/run/run_folder.h"

namespace prestige {

// A config made ready to play: the game loaded, the strategies understood, the schedule made.
struct OpenedMatch {
  std::unique_ptr<GameHost> host;
  std::unique_ptr<MatchPlan> plan;  // where it is does not change: tables refer to it
};

// The error names the flag that is wrong and what is allowed. The config gets its
// number of players, and the one spelling of its strategies and levels.
absl::StatusOr<OpenedMatch> OpenMatch(RunConfig* config);

// Whether this is what the run in a folder plays: the same config, rules and decks.
absl::Status CheckSameRun(const RunFolder::Story& story, const RunConfig& config,
                          const GameHost& host);

// Whether a game of these strategies can be played again, to the letter.
bool Repeatable(const MatchPlan& plan);

// A hash as run.json has it.
std::string Hex(uint64_t hash);

}  // namespace prestige
