#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/splendor/game.h"
#include "sim/record/card_facts.h"
#include "sim/record/chunk.h"

namespace prestige::splendor {

// The cards of the tables: the developments tier by tier, then the nobles.
RecordLayout LayoutOf(const Rules& rules);

// Makes the rows of the tables from the events of a game (the contract is that of
// sim/play/typed_table.h).
class Recorder {
 public:
  Recorder(const Rules& rules, const RecordLayout& layout);

  void Begin(const State& start, std::span<CardFacts> facts);
  void AfterMove(const State& state, std::span<const Event> events);
  void End(const State& end, const Outcome& outcome, GameRow* game, std::span<SeatRow> rows,
           Chunk* chunk);

 private:
  // Columns of the seats' table, in the order of the layout. Tokens are those taken by the action,
  // which never brings gold.
  enum Count : uint8_t { kCards, kNobles, kReserved, kGold, kTokens, kReturned, kPasses, kCounts };

  struct SeatFacts {
    uint16_t turns = 0;
    uint16_t last_actions = 0;
    std::array<uint16_t, kCounts> counts{};
  };

  size_t NobleIndex(uint8_t noble) const { return rules_.cards() + noble; }
  void LookAt(const State& state);
  void Take(const State& state, const Event& event);
  void BeginTurn(uint8_t seat);

  const Rules& rules_;
  std::span<CardFacts> facts_;
  std::array<SeatFacts, kMaxPlayers> seats_;
  std::array<CardBits, kMaxPlayers> hands_;  // when the last turn ended
  CardBits in_sight_;                        // face up, when the last turn ended
  bool between_turns_ = true;
  bool passed_ = false;      // this turn is a pass
  uint8_t ender_ = kNoSeat;  // who set off the end, once told
};

}  // namespace prestige::splendor
