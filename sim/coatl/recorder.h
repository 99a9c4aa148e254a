#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/coatl/game.h"
#include "sim/record/card_facts.h"
#include "sim/record/chunk.h"

namespace prestige::coatl {

// The cards of the tables: the kinds of prophecy in file order, then the temples.
RecordLayout LayoutOf(const Rules& rules);

// Makes the rows of the tables from the events of a game (the contract is that of
// sim/play/typed_table.h).
class Recorder {
 public:
  Recorder(const Rules& rules, const RecordLayout& layout);

  void Begin(const State& start, std::span<CardFacts> facts);
  void AfterMove(const State& state, std::span<const Event> events);
  void End(const State& end, const Outcome& outcome, GameRow* game, std::span<SeatRow> seats,
           Chunk* chunk);

 private:
  // Columns of the seats' table, in the order of the layout.
  enum Count : uint8_t { kCoameh, kCards, kBest, kTakenPieces, kDrawn, kTokens, kCounts };

  struct SeatFacts {
    CardBits hand;  // when the seat's last action ended
    uint16_t turns = 0;
    uint16_t last_actions = 0;
    std::array<uint16_t, kCounts> counts{};
    std::array<uint16_t, kMaxCoatls> finish_turn{};
  };

  size_t TempleIndex(uint8_t temple) const { return rules_.prophecies().size() + temple; }
  void LookAt(const State& state);
  CardBits HandOf(const Player& player) const;
  void BeginTurn(uint8_t seat);
  void Take(const State& state, const Event& event);
  // M.A.R.C.O. has a row of its own but no facts on cards; it claims prophecies, and draws none.
  void TakeOfMarco(const State& state, const Event& event);
  void Finished(const Coatl& coatl, const Event& event);

  const Rules& rules_;
  std::span<CardFacts> facts_;
  std::array<SeatFacts, kMaxPlayers> seats_;
  CardBits in_sight_;  // the row and the tops of the piles, when the last action ended
  uint8_t last_actor_ = kNoSeat;
  bool between_actions_ = true;
  bool passed_ = false;      // this action is a pass
  uint8_t ender_ = kNoSeat;  // who set off the end, once told
};

}  // namespace prestige::coatl
