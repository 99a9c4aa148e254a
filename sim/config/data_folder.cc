#include "sim/config/data_folder.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"

namespace prestige {

absl::StatusOr<std::filesystem::path> FindDataFolder() {
  std::error_code error;
  if (const char* named = std::getenv("PRESTIGE_DATA"); named != nullptr && *named != '\0') {
    if (std::filesystem::is_directory(named, error)) return std::filesystem::path(named);
    return absl::InvalidArgumentError(
        absl::StrCat("PRESTIGE_DATA is ", Quoted(named), ", which is no folder"));
  }
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  std::filesystem::path folder = program.parent_path();
  while (!folder.empty()) {
    // Any folder may be called `data`; ours holds the games.
    if (std::filesystem::is_directory(folder / "data" / "coatl", error)) return folder / "data";
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return absl::InvalidArgumentError(
      "no folder 'data' with decks and rulesets beside the program or above it; "
      "set PRESTIGE_DATA to where it is");
}

std::vector<RulesetEntry> ListRulesets(const std::filesystem::path& data, std::string_view game) {
  std::vector<RulesetEntry> rulesets;
  const std::filesystem::path folder = data / game;
  for (const std::filesystem::path& place : {folder, folder / "variants"}) {
    std::error_code error;
    std::vector<RulesetEntry> here;
    for (const auto& entry : std::filesystem::directory_iterator(place, error)) {
      const std::filesystem::path& path = entry.path();
      if (path.extension() == ".toml") here.push_back({path.stem().string(), path});
    }
    std::sort(here.begin(), here.end(),
              [](const RulesetEntry& a, const RulesetEntry& b) { return a.name < b.name; });
    rulesets.insert(rulesets.end(), here.begin(), here.end());
  }
  return rulesets;
}

absl::StatusOr<std::filesystem::path> FindRuleset(const std::filesystem::path& data,
                                                  std::string_view game,
                                                  const std::string& ruleset) {
  const std::vector<RulesetEntry> rulesets = ListRulesets(data, game);
  std::vector<std::string_view> names;
  for (const RulesetEntry& entry : rulesets) {
    if (entry.name == ruleset) return entry.path;
    names.push_back(entry.name);
  }
  std::error_code error;
  if (!ruleset.empty() && std::filesystem::exists(ruleset, error)) {
    return std::filesystem::path(ruleset);
  }
  std::string known;
  for (const std::string_view name : names) {
    absl::StrAppend(&known, known.empty() ? "" : ", ", std::string(name));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "--ruleset=", Printable(ruleset), ": no such ruleset of ", std::string(game), " (known in ",
      DisplayPath(data), ": ", known, ") and no such file", DidYouMean(ruleset, names)));
}

}  // namespace prestige
