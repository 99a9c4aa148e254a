#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "engine/splendor/rules.h"
#include "sim/config/diagnostic.h"

namespace prestige::splendor {

struct RulesetRequest {
  std::filesystem::path path;     // of the TOML file
  std::vector<std::string> sets;  // "key=value", as --set takes them, applied in order
};

// A ruleset with its decks. The hashes are ContentHash of CanonicalConfig and CanonicalDeck: they
// depend on what is played, not on how the files are written, and leave out descriptions.
struct LoadedRuleset {
  Rules rules;
  std::string path;  // as requested
  uint64_t rules_hash = 0;
  uint64_t deck_hash = 0;
};

// Reads a ruleset file, its bases and its decks, and checks all of it: every error, by file and
// place. The rules' name is the file's, without its ending.
std::variant<LoadedRuleset, Diagnostics> LoadRuleset(const RulesetRequest& request);

// Whether there are nobles enough for so many players; the error names what is missing. Every
// loaded ruleset allows 2.
absl::Status CheckPlayers(const Rules& rules, size_t players);

// Every field as one line "key = value" of TOML, sorted by key: a complete ruleset file but for the
// decks.
std::string CanonicalConfig(const RulesConfig& config);

// Every card as one line of CSV in the columns of the files: developments first, tier by tier, then
// nobles.
std::string CanonicalDeck(const std::vector<Development>& developments,
                          const std::vector<Noble>& nobles);

}  // namespace prestige::splendor
