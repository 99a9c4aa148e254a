#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "engine/coatl/rules.h"
#include "sim/config/diagnostic.h"

namespace prestige::coatl {

struct RulesetRequest {
  std::filesystem::path path;     // of the TOML file
  std::vector<std::string> sets;  // "key=value", as --set takes them, applied in order
  bool solo = false;              // a ruleset of coatl-solo, else of coatl
};

// A ruleset with its decks. The hashes are ContentHash of CanonicalConfig and CanonicalDeck: they
// depend on what is played, not on how the files are written, and leave out names and descriptions.
struct LoadedRuleset {
  Rules rules;
  std::string path;  // as requested
  uint64_t rules_hash = 0;
  uint64_t deck_hash = 0;
};

// Reads a ruleset file, its bases and its decks, and checks all of it: every error, by file and
// place. The rules' name is the file's, without its ending; those of the solo game have no level in
// force.
std::variant<LoadedRuleset, Diagnostics> LoadRuleset(const RulesetRequest& request);

// Whether the deck and the config allow a game of so many players; the error names what is missing.
// Every loaded ruleset allows 2, those of the solo game 1 and no more.
absl::Status CheckPlayers(const Rules& rules, size_t players);

// Every field as one line "key = value" of TOML, sorted by key: a complete ruleset file but for the
// decks.
std::string CanonicalConfig(const RulesConfig& config);

// Every card as one line of CSV in the columns of the files, without names: prophecies first, then
// temples.
std::string CanonicalDeck(const std::vector<Prophecy>& prophecies,
                          const std::vector<Temple>& temples);

// The spelling of the deck files: "none G", "length 9", "equal R Y"; "3:2 4:3".
std::string ToString(const Requirement& requirement);
std::string ToString(const std::vector<Level>& levels);

}  // namespace prestige::coatl
