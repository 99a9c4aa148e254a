#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/outcome.h"

namespace prestige {

// Cards that are shown together in the summary of a game that deals none to a seat.
struct CardGroup {
  std::string name;
  std::vector<size_t> cards;  // indices into RecordLayout::cards
};

// What the tables of a game's runs look like, beyond the columns that all games have.
struct RecordLayout {
  std::vector<std::string> cards;        // ids, in the order of the tables
  std::vector<CardGroup> groups;         // a card may be in several, or in none
  size_t levels = 0;                     // cards end at level 0 to this
  std::vector<std::string> seat_counts;  // the game's own columns of seats/*.parquet
  std::vector<std::string> ends;         // what GameRow::end stands for, kForfeitEnd among them
};
inline constexpr std::string_view kForfeitEnd = "forfeit";
inline constexpr size_t kMaxSeatCounts = 8;

// One game, a row of games/*.parquet.
struct GameRow {
  uint64_t game_id = 0;
  uint64_t hash = 0;  // of its events
  uint32_t decisions = 0;
  uint16_t turns = 0;
  uint8_t end = 0;    // index into RecordLayout::ends
  int8_t ender = -1;  // the seat that set off the end, or that gave up
};

// One seat of one game, a row of seats/*.parquet. A game's rows stand together, in order of seats.
struct SeatRow {
  uint16_t line = 0;  // index into Schedule::lines(): strategy, seat, levels
  int32_t points = 0;
  uint8_t rank = 0;
  uint8_t win12 = 0;
  uint16_t turns = 0;
  uint16_t last_actions = 0;
  std::array<uint16_t, kMaxSeatCounts> counts{};  // RecordLayout::seat_counts
};

// Two cards on one finished coatl, the first before the second in the order of the tables.
struct PairRow {
  uint16_t line = 0;
  uint8_t card = 0;
  uint8_t with = 0;
  uint8_t win12 = 0;
  uint16_t points = 0;  // of the coatl
};

// A finished coatl, a row of coameh/*.parquet.
struct CoatlRow {
  uint64_t game_id = 0;
  uint8_t seat = 0;
  uint16_t turn = 0;
  uint16_t points = 0;
  uint8_t length = 0;
  std::string pieces;
  std::vector<uint8_t> cards;  // indices into RecordLayout::cards
  std::vector<int64_t> card_points;
};

// A line of a game's replay, a row of events/*.parquet.
struct EventRow {
  uint64_t game_id = 0;
  uint32_t seq = 0;
  std::string line;
};

// A game that a seat gave up.
struct ForfeitRow {
  uint64_t game_id = 0;
  uint8_t seat = 0;
  uint16_t line = 0;  // of that seat
  std::string reason;
};

// What a worker brings back: some blocks in a row, all of one batch.
struct Chunk {
  uint64_t first_block = 0;
  uint64_t blocks = 0;
  bool full = false;  // coameh and events are wanted
  std::vector<GameRow> games;
  std::vector<SeatRow> seats;
  std::vector<uint32_t> cards;  // sums by line, card and column (card_facts.h)
  std::vector<PairRow> pairs;
  std::vector<CoatlRow> coameh;
  std::vector<EventRow> events;
  std::vector<ForfeitRow> forfeits;
};

}  // namespace prestige
