#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/splendor/rules.h"
#include "sim/splendor/ruleset.h"

// Rulesets of Splendor for tests: the printed game with single fields changed as --set would, or
// with smaller decks.
namespace prestige::splendor {

inline Rules BaseRulesWith(std::vector<std::string> sets) {
  auto loaded =
      LoadRuleset({std::string(PRESTIGE_SOURCE_DIR) + "/data/splendor/base.toml", std::move(sets)});
  if (auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
    throw std::invalid_argument(diagnostics->front().message);
  }
  return std::move(std::get<LoadedRuleset>(loaded).rules);
}

// The same rules with the first `cards` cards of each tier.
inline Rules WithSmallDecks(const Rules& rules, size_t cards) {
  std::vector<Development> kept;
  std::array<size_t, kTiers> of_tier{};
  for (const Development& card : rules.developments()) {
    if (of_tier[card.tier]++ < cards) kept.push_back(card);
  }
  return Rules(rules.name(), rules.config(), kept, rules.nobles());
}

}  // namespace prestige::splendor
