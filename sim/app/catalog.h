#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/play/game_host.h"
#include "strategies/catalog.h"

namespace prestige {

// A game that the program can play: one row of the table in catalog.cc.
struct GameEntry {
  std::string_view name;    // as --game takes it
  std::string_view folder;  // of its rulesets and decks, in the data folder
  size_t min_players;
  size_t max_players;
  std::span<const std::string_view> levels;  // that can be chosen, by number from 1: what each asks
  std::string_view automaton;                // that sits behind the players; empty for none
  std::string_view summary;
  std::vector<StrategyInfo> (*strategies)();
  // The game under a ruleset file, changed by the values of --set.
  absl::StatusOr<std::unique_ptr<GameHost>> (*load)(const std::filesystem::path& ruleset,
                                                    const std::vector<std::string>& sets);
};
std::span<const GameEntry> Games();
std::vector<std::string_view> GameNames();
// "2 to 4 players".
std::string PlayersText(const GameEntry& game);
// The game of that name, which must be one of GameNames().
const GameEntry& FindGame(std::string_view name);

}  // namespace prestige
