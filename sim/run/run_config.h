#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/play/schedule.h"

namespace prestige {

enum class Detail : uint8_t {
  kSummary,  // cards and pairs
  kGames,    // games and seats too
  kFull,     // coameh and events too
};

// What a run plays. Flags, a run file of TOML (--config) and the config of run.json say the same
// under the same names; defaults are those of `prestige simulate` without flags.
struct RunConfig {
  std::string game = "coatl";
  std::string ruleset = "base";   // a name or a file's path
  std::vector<std::string> sets;  // key=value, in order
  uint64_t players = 0;           // 0 for the fewest that the game is for
  std::string strategies = "greedy";
  uint64_t games = 10'000;
  uint64_t seed = 1;
  std::string levels;  // solo: "1,4" or "all"
  std::string seating = "all";
  std::string detail = "games";
  std::string stop_at;    // "0.1pp", or empty
  double move_time = 10;  // seconds for a decision of an outside strategy

  friend bool operator==(const RunConfig&, const RunConfig&) = default;
};

// The most games of a run: every sum of it fits 63 bits.
inline constexpr uint64_t kMaxGames = 1'000'000'000'000;

// The range of RunConfig::move_time.
inline constexpr double kLeastMoveTime = 0.001;
inline constexpr double kMostMoveTime = 86'400;

// The names of the fields, in their order: those of the flags with `_` for `-`.
std::vector<std::string_view> ConfigKeys();

// The config as JSON, every field; and back, for what ToJson made. The error names the key.
nlohmann::ordered_json ToJson(const RunConfig& config);
absl::StatusOr<RunConfig> ConfigFromJson(const nlohmann::ordered_json& json);

// Reads a run file on top of `config`. The error names file, line, key and what is allowed.
absl::Status ReadRunFile(const std::string& path, RunConfig* config);

Seating SeatingOf(const RunConfig& config);
Detail DetailOf(const RunConfig& config);
// The half-width as a share: 0.001 for "0.1pp"; nothing if the run does not stop early.
absl::StatusOr<std::optional<double>> StopAtOf(const RunConfig& config);

// Of all that decides what is in the files but the number of games, which --resume may raise.
uint64_t ConfigHash(const RunConfig& config);

}  // namespace prestige
