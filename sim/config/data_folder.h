#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace prestige {

// Where decks and rulesets lie, one folder a game: PRESTIGE_DATA if that is set, else the folder
// `data` beside the program or beside a folder that the program stands in (build/prestige finds
// data/).
absl::StatusOr<std::filesystem::path> FindDataFolder();

struct RulesetEntry {
  std::string name;  // as --ruleset takes it
  std::filesystem::path path;
};

// The rulesets of a game, by name: DATA/GAME/*.toml first, then DATA/GAME/variants/*.toml.
std::vector<RulesetEntry> ListRulesets(const std::filesystem::path& data, std::string_view game);

// What --ruleset means: the name of one of ListRulesets, or a file's path.
absl::StatusOr<std::filesystem::path> FindRuleset(const std::filesystem::path& data,
                                                  std::string_view game,
                                                  const std::string& ruleset);

}  // namespace prestige
