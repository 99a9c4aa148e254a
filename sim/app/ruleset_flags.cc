#include "sim/app/ruleset_flags.h"

#include "sim/app/catalog.h"
#include "sim/app/command.h"
#include "sim/config/data_folder.h"

namespace prestige {

void AddRulesetFlags(CLI::App& app, RulesetFlags& flags) {
  AddChoiceFlag(app, "--game", flags.game, GameNames(), "the game");
  app.add_option("--ruleset", flags.ruleset,
                 "a ruleset's name, or a file's path (base unless said)")
      ->type_name("NAME");
  AddRepeatedFlag(app, "--set", flags.sets,
                  "change one field, such as keep=2 or deal=[3,3,3,3]; may be repeated")
      ->type_name("K=V");
}

absl::StatusOr<std::filesystem::path> RulesetPath(const RulesetFlags& flags) {
  const absl::StatusOr<std::filesystem::path> data = FindDataFolder();
  if (!data.ok()) return data.status();
  return FindRuleset(*data, FindGame(flags.game).folder, flags.ruleset);
}

absl::StatusOr<std::unique_ptr<GameHost>> LoadGame(const RulesetFlags& flags) {
  const absl::StatusOr<std::filesystem::path> path = RulesetPath(flags);
  if (!path.ok()) return path.status();
  return FindGame(flags.game).load(*path, flags.sets);
}

}  // namespace prestige
