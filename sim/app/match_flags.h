#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/config/strategy_spec.h"
#include "sim/run/run_config.h"

namespace prestige {

// The flags that say which games are played, which all commands that play games share: --game,
// --ruleset, --set, --players, --strategies, --seed, --levels, --seating and --move-time.
class MatchFlags {
 public:
  explicit MatchFlags(CLI::App& app);

  // One more flag that sets a field of the config: `take` copies it.
  using Take = void (*)(const RunConfig& from, RunConfig* to);
  void Add(const CLI::Option* option, Take take) { takes_.push_back({option, take}); }
  // Where such a flag puts its value.
  RunConfig& values() { return values_; }

  // The flags that were given, by name.
  std::vector<std::string> Given() const;
  // Copies the fields whose flags were given.
  void ApplyTo(RunConfig* config) const;

 private:
  struct Flag {
    const CLI::Option* option;
    Take take;
  };
  RunConfig values_;
  std::vector<Flag> takes_;
};

// One strategy a seat, each known to the game and in its one spelling. The text names one for each
// seat, or one for all.
absl::StatusOr<std::vector<StrategySpec>> ResolveStrategies(std::string_view game, int players,
                                                            const std::string& strategies);

}  // namespace prestige
