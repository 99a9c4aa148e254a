#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "absl/status/status.h"
#include "sim/play/game_host.h"
#include "sim/run/run_folder.h"
#include "sim/run/tally.h"

namespace prestige {

// How a run is played and where it goes.
struct RunPlan {
  const GameHost& host;
  const MatchPlan& match;
  uint64_t blocks = 0;            // at most
  std::optional<double> stop_at;  // half-width of every win share
  uint64_t threads = 1;
  bool keep_rows = false;       // games and seats are written
  bool full = false;            // coameh and events too
  RunFolder* folder = nullptr;  // none: nothing is written
  const TableWriter* tables = nullptr;
  // Called after every part and checkpoint, so that run.json tells how far the run got.
  std::function<absl::Status(const Tally&)> save_progress;
};

// What to show while it runs; called from one thread, several times a second.
using Progress = std::function<void(uint64_t games_done)>;

enum class RunEnd : uint8_t { kComplete, kStopped, kInterrupted };

// Plays blocks from where the tally is, on as many threads as asked, and adds them up. `rows` are
// those of the part at hand. With a folder, whole parts are written as they come, the state now and
// then, and at the end, also after an interrupt, everything.
//
// Chunks of a few blocks are handed out by one counter and added up in the order of their blocks,
// so nothing depends on the number of threads. The worker that brings the next chunk in order adds
// up all that is there, and writes the part that it completed: there is no thread that waits.
absl::StatusOr<RunEnd> PlayRun(const RunPlan& plan, const std::atomic<bool>& interrupted,
                               const Progress& progress, Tally* tally, PartRows* rows);

// Whether a run that is to reach this half-width ends here: every 1,024 blocks it looks whether
// every win share is known as precisely as that, of every seat in a mirror match, of every strategy
// otherwise, none with fewer than 30 wins or 30 losses.
bool StopsHere(const Schedule& schedule, const Tally& tally, double half_width);

}  // namespace prestige
