#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/coatl/rules.h"
#include "sim/coatl/ruleset.h"

// Rulesets of Cóatl for tests: the printed game with single fields changed as --set would, or with
// another deck.
namespace prestige::coatl {

inline Rules LoadedOrThrow(const RulesetRequest& request) {
  auto loaded = LoadRuleset(request);
  if (auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
    throw std::invalid_argument(diagnostics->front().message);
  }
  return std::move(std::get<LoadedRuleset>(loaded).rules);
}

inline Rules BaseRulesWith(std::vector<std::string> sets) {
  return LoadedOrThrow(
      {std::string(PRESTIGE_SOURCE_DIR) + "/data/coatl/base.toml", std::move(sets)});
}

// The same for the solo game, with levels in force.
inline Rules SoloRulesWith(std::vector<std::string> sets, Levels levels = 0) {
  return LoadedOrThrow({std::string(PRESTIGE_SOURCE_DIR) + "/data/coatl-solo/base.toml",
                        std::move(sets), /*solo=*/true})
      .WithLevels(levels);
}

// The same rules with the first `kinds` prophecies, `copies` times each, and the first `temples`
// temples.
inline Rules WithDeck(const Rules& rules, size_t kinds, uint8_t copies, size_t temples) {
  std::vector<Prophecy> prophecies(rules.prophecies().begin(),
                                   rules.prophecies().begin() + static_cast<long>(kinds));
  for (Prophecy& prophecy : prophecies) prophecy.copies = copies;
  return Rules(rules.name(), rules.config(), std::move(prophecies),
               {rules.temples().begin(), rules.temples().begin() + static_cast<long>(temples)});
}

}  // namespace prestige::coatl
