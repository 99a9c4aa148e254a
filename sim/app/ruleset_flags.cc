#include "sim/app/ruleset_flags.h"

#include <filesystem>
#include <utility>
#include <variant>

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

absl::StatusOr<coatl::LoadedRuleset> LoadCoatl(const RulesetFlags& flags) {
  const absl::StatusOr<std::filesystem::path> data = FindDataFolder();
  if (!data.ok()) return data.status();
  const auto path = FindRuleset(*data, FindGame(flags.game).folder, flags.ruleset);
  if (!path.ok()) return path.status();
  auto loaded = coatl::LoadRuleset({*path, flags.sets});
  if (const auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
    return absl::InvalidArgumentError(ToString(*diagnostics));
  }
  return std::get<coatl::LoadedRuleset>(std::move(loaded));
}

}  // namespace prestige
