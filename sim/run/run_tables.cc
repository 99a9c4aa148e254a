#include "sim/run/run_tables.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/record/card_facts.h"

namespace prestige {
namespace {

template <class T>
void Append(const std::vector<T>& more, std::vector<T>* rows) {
  rows->insert(rows->end(), more.begin(), more.end());
}

// Columns as they are filled, each with its name.
class Table {
 public:
  // A column with f(row) for every row; f's type is the column's.
  template <class Rows, class F>
  void Add(std::string_view name, const Rows& rows, const F& f) {
    using Value = decltype(f(*rows.begin()));
    if constexpr (std::is_convertible_v<Value, std::string_view>) {
      TextColumn column;
      for (const auto& row : rows) column.Append(f(row));
      Put(name, std::move(column));
    } else {
      std::vector<Value> column;
      column.reserve(rows.size());
      for (const auto& row : rows) column.push_back(f(row));
      Put(name, std::move(column));
    }
  }
  void Put(std::string_view name, Column column) {
    schema_.push_back({std::string(name), TypeOf(column)});
    columns_.push_back(std::move(column));
  }

  absl::Status Write(const std::string& path, const ParquetWriter::Metadata& metadata) const {
    absl::StatusOr<ParquetWriter> writer = ParquetWriter::Create(path, schema_, metadata);
    if (!writer.ok()) return writer.status();
    if (const absl::Status status = writer->WriteRowGroup(columns_); !status.ok()) return status;
    return writer->Close();
  }

 private:
  std::vector<ColumnSpec> schema_;
  std::vector<Column> columns_;
};

int64_t Id(uint64_t number) { return static_cast<int64_t>(number); }

}  // namespace

void PartRows::Append(const Chunk& chunk) {
  prestige::Append(chunk.games, &games);
  prestige::Append(chunk.seats, &seats);
  prestige::Append(chunk.coameh, &coameh);
  prestige::Append(chunk.events, &events);
}

absl::Status TableWriter::Games(const std::string& path, const PartRows& rows) const {
  struct Row {
    const GameRow& game;
    std::span<const SeatRow> seats;
    ScheduledGame place;
    int best;    // points
    int second;  // the second best
  };
  std::vector<Row> all;
  all.reserve(rows.games.size());
  for (size_t i = 0; i < rows.games.size(); ++i) {
    Row row{rows.games[i], std::span(rows.seats).subspan(i * schedule.seats(), schedule.seats()),
            schedule.GameAt(rows.games[i].game_id), 0, 0};
    // Two seats at least have points: a solo game has its automaton.
    std::array<int, kMaxSeats> points{};
    for (size_t seat = 0; seat < row.seats.size(); ++seat) points[seat] = row.seats[seat].points;
    std::partial_sort(points.begin(), points.begin() + 2,
                      points.begin() + static_cast<std::ptrdiff_t>(row.seats.size()),
                      std::greater<>());
    row.best = points[0];
    row.second = points[1];
    all.push_back(row);
  }
  Table table;
  table.Add("game_id", all, [](const Row& row) { return Id(row.game.game_id); });
  table.Add("block_id", all, [](const Row& row) { return Id(row.place.block_id); });
  table.Add("batch", all,
            [](const Row& row) { return static_cast<int16_t>(BatchOf(row.place.block_id)); });
  table.Add("seating", all,
            [](const Row& row) { return static_cast<int16_t>(row.place.arrangement); });
  table.Add("players", all, [&](const Row&) { return static_cast<int16_t>(schedule.players()); });
  table.Add("levels", all, [&](const Row& row) {
    return static_cast<int16_t>(schedule.LevelsAt(row.place.arrangement));
  });
  table.Add("turns", all, [](const Row& row) { return static_cast<int32_t>(row.game.turns); });
  table.Add("decisions", all,
            [](const Row& row) { return static_cast<int32_t>(row.game.decisions); });
  table.Add("end", all,
            [&](const Row& row) { return std::string_view(layout.ends[row.game.end]); });
  table.Add("ender", all, [](const Row& row) { return static_cast<int16_t>(row.game.ender); });
  table.Add("winner_mask", all, [](const Row& row) {
    unsigned mask = 0;
    for (size_t seat = 0; seat < row.seats.size(); ++seat) {
      if (row.seats[seat].win12 > 0) mask |= 1U << seat;
    }
    return static_cast<int16_t>(mask);
  });
  table.Add("top_points", all, [](const Row& row) { return static_cast<int32_t>(row.best); });
  table.Add("margin", all,
            [](const Row& row) { return static_cast<int32_t>(row.best - row.second); });
  return table.Write(path, metadata);
}

absl::Status TableWriter::Seats(const std::string& path, const PartRows& rows) const {
  const std::vector<SeatRow>& all = rows.seats;
  const auto line_of = [&](const SeatRow& row) -> const Line& {
    return schedule.lines()[row.line];
  };
  std::vector<int64_t> game_ids;
  game_ids.reserve(all.size());
  for (const GameRow& game : rows.games) {
    game_ids.insert(game_ids.end(), schedule.seats(), Id(game.game_id));
  }
  Table table;
  table.Put("game_id", std::move(game_ids));
  table.Add("seat", all,
            [&](const SeatRow& row) { return static_cast<int16_t>(line_of(row).seat); });
  table.Add("strategy", all, [&](const SeatRow& row) {
    return std::string_view(schedule.strategies()[line_of(row).place]);
  });
  table.Add("levels", all,
            [&](const SeatRow& row) { return static_cast<int16_t>(line_of(row).levels); });
  table.Add("points", all, [](const SeatRow& row) { return row.points; });
  table.Add("rank", all, [](const SeatRow& row) { return static_cast<int16_t>(row.rank); });
  table.Add("win12", all, [](const SeatRow& row) { return static_cast<int16_t>(row.win12); });
  table.Add("turns", all, [](const SeatRow& row) { return static_cast<int32_t>(row.turns); });
  table.Add("last_actions", all,
            [](const SeatRow& row) { return static_cast<int16_t>(row.last_actions); });
  for (size_t i = 0; i < layout.seat_counts.size(); ++i) {
    table.Add(layout.seat_counts[i], all,
              [i](const SeatRow& row) { return static_cast<int32_t>(row.counts[i]); });
  }
  return table.Write(path, metadata);
}

absl::Status TableWriter::Coameh(const std::string& path, const PartRows& rows) const {
  const std::vector<CoatlRow>& all = rows.coameh;
  Table table;
  table.Add("game_id", all, [](const CoatlRow& row) { return Id(row.game_id); });
  table.Add("seat", all, [](const CoatlRow& row) { return static_cast<int16_t>(row.seat); });
  table.Add("turn", all, [](const CoatlRow& row) { return static_cast<int32_t>(row.turn); });
  table.Add("pieces", all, [](const CoatlRow& row) { return std::string_view(row.pieces); });
  table.Add("length", all, [](const CoatlRow& row) { return static_cast<int16_t>(row.length); });
  table.Add("points", all, [](const CoatlRow& row) { return static_cast<int32_t>(row.points); });
  ListColumn<TextColumn> cards;
  ListColumn<std::vector<int64_t>> points;
  for (const CoatlRow& row : all) {
    for (const uint8_t card : row.cards) cards.Items().Append(layout.cards[card]);
    cards.EndRow();
    prestige::Append(row.card_points, &points.Items());
    points.EndRow();
  }
  table.Put("cards", std::move(cards));
  table.Put("card_points", std::move(points));
  return table.Write(path, metadata);
}

std::vector<ColumnSpec> EventColumns() {
  return {
      {"game_id", ColumnType::kInt64}, {"seq", ColumnType::kInt32}, {"event", ColumnType::kText}};
}

absl::Status TableWriter::Events(const std::string& path, const PartRows& rows) const {
  const std::vector<EventRow>& all = rows.events;
  Table table;
  table.Add("game_id", all, [](const EventRow& row) { return Id(row.game_id); });
  table.Add("seq", all, [](const EventRow& row) { return static_cast<int32_t>(row.seq); });
  table.Add("event", all, [](const EventRow& row) { return std::string_view(row.line); });
  return table.Write(path, metadata);
}

absl::Status TableWriter::Cards(const std::string& path, const Tally& tally) const {
  struct Row {
    size_t card;
    size_t line;
    size_t batch;
  };
  std::vector<Row> all;
  for (size_t card = 0; card < layout.cards.size(); ++card) {
    for (size_t line = 0; line < schedule.player_lines(); ++line) {
      for (size_t batch = 0; batch < kBatches; ++batch) {
        if (tally.SeatGames(batch, line) > 0) all.push_back({card, line, batch});
      }
    }
  }
  const auto line_of = [&](const Row& row) -> const Line& { return schedule.lines()[row.line]; };
  Table table;
  table.Add("card", all, [&](const Row& row) { return std::string_view(layout.cards[row.card]); });
  table.Add("strategy", all, [&](const Row& row) {
    return std::string_view(schedule.strategies()[line_of(row).place]);
  });
  table.Add("players", all, [&](const Row&) { return static_cast<int16_t>(schedule.players()); });
  table.Add("levels", all,
            [&](const Row& row) { return static_cast<int16_t>(line_of(row).levels); });
  table.Add("seat", all, [&](const Row& row) { return static_cast<int16_t>(line_of(row).seat); });
  table.Add("batch", all, [](const Row& row) { return static_cast<int16_t>(row.batch); });
  table.Add("n_all", all, [&](const Row& row) { return tally.SeatGames(row.batch, row.line); });
  table.Add("win12_all", all, [&](const Row& row) { return tally.Win12(row.batch, row.line); });
  const auto sums = [&](std::string_view name, size_t column) {
    table.Add(name, all, [&, column](const Row& row) {
      return int64_t{tally.Card(row.batch, row.line, row.card)[column]};
    });
  };
  for (size_t i = 0; i < kOccasions; ++i) {
    const auto occasion = static_cast<Occasion>(i);
    sums(absl::StrCat("n_", std::string(kOccasionNames[i])), CountColumn(occasion));
    sums(absl::StrCat("win12_", std::string(kOccasionNames[i])), WinColumn(occasion));
  }
  for (size_t i = 0; i < kCardSumNames.size(); ++i) {
    sums(kCardSumNames[i], SumColumn(static_cast<CardSum>(i)));
  }
  for (size_t level = 0; level <= layout.levels; ++level) {
    sums(absl::StrCat("level_", level), kFirstLevelColumn + level);
  }
  return table.Write(path, metadata);
}

absl::Status TableWriter::Pairs(const std::string& path, const Tally& tally) const {
  struct Row {
    size_t card;
    size_t with;
    size_t place;
    Tally::Pair sums;
  };
  std::vector<Row> all;
  for (size_t card = 0; card < layout.cards.size(); ++card) {
    for (size_t with = card + 1; with < layout.cards.size(); ++with) {
      for (size_t place = 0; place < schedule.strategies().size(); ++place) {
        const Tally::Pair sums = tally.PairOf(place, card, with);
        if (sums.n > 0) all.push_back({card, with, place, sums});
      }
    }
  }
  Table table;
  table.Add("card", all, [&](const Row& row) { return std::string_view(layout.cards[row.card]); });
  table.Add("with", all, [&](const Row& row) { return std::string_view(layout.cards[row.with]); });
  table.Add("strategy", all,
            [&](const Row& row) { return std::string_view(schedule.strategies()[row.place]); });
  table.Add("players", all, [&](const Row&) { return static_cast<int16_t>(schedule.players()); });
  table.Add("n", all, [](const Row& row) { return row.sums.n; });
  table.Add("win12", all, [](const Row& row) { return row.sums.win12; });
  table.Add("points", all, [](const Row& row) { return row.sums.points; });
  return table.Write(path, metadata);
}

}  // namespace prestige
