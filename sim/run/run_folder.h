#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/run/run_config.h"
#include "sim/run/run_tables.h"

namespace prestige {

// The folder that a run is written to:
//   run.json                    what is played and how far it got
//   games/, seats/, …           the tables, in parts of as many blocks each
//   checkpoint/state.parquet    all sums and the rows of the part at hand: what a resume needs
// Every file is written under another name and renamed when whole.
class RunFolder {
 public:
  // A new run: the folder is made. One that holds another run is only taken with `force`, which
  // removes that run's files; one that holds something else never.
  static absl::StatusOr<RunFolder> Create(const std::filesystem::path& path, bool force);
  // The folder of a run to go on with.
  static absl::StatusOr<RunFolder> Open(const std::filesystem::path& path);
  // The folder of a run to read from, even while it is written.
  static absl::StatusOr<RunFolder> Look(const std::filesystem::path& path);

  RunFolder(RunFolder&&) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;
  ~RunFolder();

  const std::filesystem::path& path() const { return path_; }

  // What run.json says of the run.
  struct Story {
    RunConfig config;
    std::string config_hash;
    std::string rules_hash;
    std::string deck_hash;
    uint64_t games = 0;  // played so far
  };
  absl::StatusOr<Story> ReadRunJson() const;
  absl::Status WriteRunJson(const nlohmann::ordered_json& json) const;

  // The tables of a part, by its number from 0: games and seats, with `full` coameh and events too.
  absl::Status WritePart(const TableWriter& writer, uint64_t part, const PartRows& rows,
                         bool full) const;
  // Cards and pairs.
  absl::Status WriteSums(const TableWriter& writer, const Tally& tally) const;

  absl::Status WriteState(const TableWriter& writer, const Tally& tally,
                          const PartRows& rows) const;
  // Fills in what WriteState wrote; false if there is no state yet.
  absl::StatusOr<bool> ReadState(Tally* tally, PartRows* rows) const;

  // The recorded replay lines of these games, in order; an error if there are none (detail full
  // alone has them).
  absl::Status CopyEvents(uint64_t first_game, uint64_t games, std::ostream& out) const;

 private:
  RunFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  static absl::StatusOr<RunFolder> Lock(const std::filesystem::path& path);

  std::filesystem::path path_;
  int lock_;  // descriptor of the folder: two runs must not write to one; -1 to read
};

}  // namespace prestige
