#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace prestige {

// What the program can play and who plays it, for flags, `list` and suggestions. One table each, in
// catalog.cc.

struct GameEntry {
  std::string_view name;    // as --game takes it
  std::string_view folder;  // of its rulesets and decks, in the data folder
  size_t min_players;
  size_t max_players;
  std::string_view summary;
};
std::span<const GameEntry> Games();
std::vector<std::string_view> GameNames();
// The game of that name, which must be one of GameNames().
const GameEntry& FindGame(std::string_view name);

struct StrategyParameter {
  std::string_view name;
  std::string_view fallback;  // the value without the parameter
  std::string_view summary;
};
struct StrategyEntry {
  std::string_view name;
  std::span<const std::string_view> games;
  std::span<const StrategyParameter> parameters;
  std::string_view summary;
};
std::span<const StrategyEntry> Strategies();

}  // namespace prestige
