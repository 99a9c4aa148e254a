#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "sim/config/strategy_spec.h"
#include "sim/play/schedule.h"
#include "sim/record/chunk.h"

namespace prestige {

// What games are to be played.
struct MatchPlan {
  Schedule schedule;
  std::vector<StrategySpec> strategies;  // as the schedule's, without the automaton
  uint64_t seed = 1;
  absl::Duration move_time = absl::Seconds(10);  // for a decision of an outside strategy
};

enum class ReplayFormat : uint8_t { kLines, kText };

// Where games are played, one after the other: it has the agents. A table serves one thread.
class GameTable {
 public:
  virtual ~GameTable() = default;

  // Plays the game and adds it to the chunk, whose sums of cards have been made.
  virtual void Play(const ScheduledGame& game, Chunk* chunk) = 0;

  // Plays the game and records nothing but the hash of its events and the decisions asked.
  virtual GameRow PlayBare(const ScheduledGame& game) = 0;

  // Plays the game and writes all that happened.
  virtual void Replay(const ScheduledGame& game, ReplayFormat format, bool color,
                      std::ostream& out) = 0;
};

// A game with its rules loaded, as the commands see it. It is immutable and shared by all threads.
// The catalog has a function for each game that makes one (sim/app/catalog.cc).
class GameHost {
 public:
  virtual ~GameHost() = default;

  // Of what is played, however the files are written.
  virtual uint64_t rules_hash() const = 0;
  virtual uint64_t deck_hash() const = 0;
  // The ruleset's own name, and a complete ruleset file of TOML but for the decks.
  virtual std::string ruleset_name() const = 0;
  virtual std::string ruleset_text() const = 0;

  // The cards as JSON, for pages that draw them: an object of tables, lists of rows with the
  // columns of the deck files. `{}` where there is nothing to draw.
  virtual std::string DeckJson() const { return "{}"; }

  // What `prestige check` says of a sound ruleset: lines of "  what  how many".
  virtual std::string Describe() const = 0;

  // Whether the deck and the rules allow so many players; the error names what is missing.
  virtual absl::Status CheckPlayers(size_t players) const = 0;

  // Whether this strategy can play here: its card is in the decks, its library or its program can
  // be started. The error names what is missing.
  virtual absl::Status CheckStrategy(const StrategySpec& spec) const = 0;

  virtual const RecordLayout& layout() const = 0;

  // The plan outlives the table.
  virtual std::unique_ptr<GameTable> OpenTable(const MatchPlan& plan) const = 0;
};

}  // namespace prestige
