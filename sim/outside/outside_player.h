#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace prestige {

// A player outside the program, by lines of JSON: in a library (`lib:`) or in a process (`exec:`).
// An error is bad manners, and its message the reason of a forfeit; the player can be asked again
// from the next new game on. Serves one thread.
class OutsidePlayer {
 public:
  virtual ~OutsidePlayer() = default;

  // Tells of a new game; `line` without an end of line.
  virtual absl::Status NewGame(int64_t request, const std::string& line) = 0;
  // Asks for a decision: an index below `choices`.
  virtual absl::StatusOr<size_t> Choose(int64_t request, const std::string& line,
                                        size_t choices) = 0;
};

// A player out of the library at `path` (sim/outside/prestige_strategy.h). The error says why the
// library cannot play this game: not there, no library, a function or the ABI version is not right,
// or it declines.
absl::StatusOr<std::unique_ptr<OutsidePlayer>> OpenLibrary(const std::string& path,
                                                           std::string_view game,
                                                           absl::Duration move_time);

// A player in a process of its own: `command` is split on spaces, and the program found as a shell
// would, in PATH or by a path. The process is started at the first new game, and anew at the next
// one after bad manners; it is killed with all that it started, and waited for, at the end. The
// error says that there is no such program or that it may not be executed.
absl::StatusOr<std::unique_ptr<OutsidePlayer>> OpenProcess(std::string_view command,
                                                           absl::Duration move_time);

}  // namespace prestige
