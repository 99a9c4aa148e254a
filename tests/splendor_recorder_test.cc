#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sim/app/catalog.h"
#include "sim/config/strategy_spec.h"
#include "sim/play/game_host.h"
#include "sim/record/card_facts.h"

// The rows that a game of Splendor leaves behind, counted once more from the lines of its replay.
namespace prestige {
namespace {

using Json = nlohmann::json;
using Counts = std::map<std::string, int64_t>;

struct SeatGame {
  int turns = 0;
  int last_actions = 0;
  Counts counts;                                      // of the seats' table
  std::map<std::string, std::set<std::string>> done;  // by occasion, cards
  std::map<std::string, Counts> sums;                 // by column, by card
  std::set<std::string> hand;
};

// Follows one game line by line.
class Recount {
 public:
  explicit Recount(const Json& setup) : seats_(setup["players"].get<size_t>()) {
    for (const auto& row : setup["table"]) {
      for (const auto& card : row) face_up_.insert(card.get<std::string>());
    }
    for (const auto& noble : setup["nobles"]) face_up_.insert(noble.get<std::string>());
  }

  void Event(const Json& line, const std::map<std::string, int>& points) {
    const std::string what = line["do"];
    const auto s = line["seat"].get<size_t>();
    SeatGame& seat = seats_[s];
    if (what == "last_turns") {
      ender_ = static_cast<int>(s);
      return;
    }
    if (!in_turn_) {
      in_turn_ = true;
      passed_ = false;
      ++seat.turns;
      for (const std::string& card : face_up_) First(seat, "seen", "turn_seen", card);
      for (const std::string& card : seat.hand) ++seat.sums["hand_turns"][card];
    }
    const std::string card =
        line.contains("card") && line["card"].is_string() ? line["card"].get<std::string>() : "";
    if (what == "pass") ++seat.counts["passes"];
    if (what == "take") seat.counts["tokens"] += static_cast<int64_t>(line["tokens"].size());
    if (what == "return") seat.counts["returned"] += static_cast<int64_t>(line["tokens"].size());
    if (what == "pass") passed_ = true;
    if (what == "reveal" && !card.empty()) face_up_.insert(card);
    if (what == "reserve") {
      ++seat.counts["reserved"];
      seat.counts["gold"] += line["gold"].get<bool>() ? 1 : 0;
      seat.done[line["from"] == "table" ? "drawn_open" : "drawn_deck"].insert(card);
      First(seat, "taken", "turn_taken", card);
      seat.hand.insert(card);
    }
    if (what == "buy" || what == "noble") {
      ++seat.counts[what == "buy" ? "cards" : "nobles"];
      First(seat, "taken", "turn_taken", card);
      First(seat, "played", "turn_played", card);
      seat.done["scored"].insert(card);
      ++seat.sums["times_played"][card];
      seat.sums["points"][card] += points.at(card);
      seat.sums["points_sq"][card] += int64_t{points.at(card)} * points.at(card);
      seat.hand.erase(card);
    }
    const bool from_table = line.contains("from") && line["from"] == "table";
    if (from_table || what == "noble") face_up_.erase(card);
    if (what == "end_action") {
      in_turn_ = false;
      if (ender_ >= 0 && ender_ != static_cast<int>(s) && !passed_) ++seat.last_actions;
    }
  }

  std::vector<SeatGame> Finish() {
    for (SeatGame& seat : seats_) {
      seat.done["stranded"] = seat.hand;
      seat.done["known"] = seat.done["seen"];
      seat.done["known"].insert(seat.done["taken"].begin(), seat.done["taken"].end());
    }
    return std::move(seats_);
  }

 private:
  static void First(SeatGame& seat, const char* occasion, const char* sum,
                    const std::string& card) {
    if (seat.done[occasion].insert(card).second) seat.sums[sum][card] += seat.turns;
  }

  std::vector<SeatGame> seats_;
  std::set<std::string> face_up_;
  bool in_turn_ = false;
  bool passed_ = false;
  int ender_ = -1;
};

class SplendorRecorder : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(SplendorRecorder, RowsAreThoseOfTheReplay) {
  const GameEntry& entry = FindGame("splendor");
  const auto host = entry.load(std::string(PRESTIGE_SOURCE_DIR) + "/data/splendor/base.toml", {});
  ASSERT_TRUE(host.ok()) << host.status();
  std::vector<StrategySpec> specs;
  for (const std::string& text : GetParam()) {
    const auto spec = ParseStrategy(text, entry.strategies());
    ASSERT_TRUE(spec.ok()) << spec.status();
    specs.push_back(*spec);
  }
  const MatchPlan plan{Schedule(GetParam()), specs, 3};
  const RecordLayout& layout = (*host)->layout();
  const size_t columns = CardColumns(layout.levels);
  Chunk chunk;
  chunk.full = true;
  chunk.cards.resize(plan.schedule.lines().size() * layout.cards.size() * columns);
  const auto table = (*host)->OpenTable(plan);
  constexpr uint64_t kGames = 60;
  for (uint64_t id = 0; id < kGames; ++id) table->Play(plan.schedule.GameAt(id), &chunk);

  std::map<std::string, int> points;
  for (size_t card = 0; card < layout.cards.size(); ++card) points[layout.cards[card]] = 0;
  // The points of cards, as their file has them.
  for (const auto& [file, column] :
       std::map<std::string, size_t>{{"developments.csv", 3}, {"nobles.csv", 1}}) {
    std::ifstream in(std::string(PRESTIGE_SOURCE_DIR) + "/data/splendor/" + file);
    std::string text;
    std::getline(in, text);
    while (std::getline(in, text)) {
      std::istringstream cells(text);
      std::vector<std::string> row;
      for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
      points.at(row[0]) = std::stoi(row[column]);
    }
  }

  // All sums by line, card and column.
  std::map<std::string, std::map<size_t, Counts>> expected;  // by column, line, card
  std::unique_ptr<Recount> recount;
  size_t seat_row = 0;
  size_t game_row = 0;
  for (const EventRow& event : chunk.events) {
    const Json line = Json::parse(event.line);
    if (line["type"] == "setup") {
      recount = std::make_unique<Recount>(line);
    } else if (line["type"] == "event") {
      recount->Event(line, points);
    } else {
      const std::vector<SeatGame> seats = recount->Finish();
      int turns = 0;
      for (const SeatGame& seat : seats) {
        const SeatRow& row = chunk.seats[seat_row++];
        EXPECT_EQ(row.turns, seat.turns);
        EXPECT_EQ(row.last_actions, seat.last_actions);
        for (size_t i = 0; i < layout.seat_counts.size(); ++i) {
          const auto count = seat.counts.find(layout.seat_counts[i]);
          EXPECT_EQ(row.counts[i], count == seat.counts.end() ? 0 : count->second)
              << layout.seat_counts[i];
        }
        for (const auto& [occasion, cards] : seat.done) {
          for (const std::string& card : cards) {
            ++expected["n_" + occasion][row.line][card];
            expected["win12_" + occasion][row.line][card] += row.win12;
          }
        }
        for (const auto& [sum, by_card] : seat.sums) {
          for (const auto& [card, value] : by_card) expected[sum][row.line][card] += value;
        }
        turns += seat.turns;
      }
      EXPECT_EQ(chunk.games[game_row].turns, turns);
      EXPECT_EQ(chunk.games[game_row].turns, line["turns"].get<int>());
      EXPECT_EQ(layout.ends[chunk.games[game_row].end], line["end"].get<std::string>());
      ++game_row;
    }
  }
  EXPECT_EQ(game_row, kGames);
  const auto check = [&](const std::string& name, size_t column) {
    for (size_t l = 0; l < plan.schedule.lines().size(); ++l) {
      for (size_t card = 0; card < layout.cards.size(); ++card) {
        ASSERT_EQ(chunk.cards[(l * layout.cards.size() + card) * columns + column],
                  expected[name][l][layout.cards[card]])
            << name << " of " << layout.cards[card] << ", line " << l;
      }
    }
  };
  for (size_t i = 0; i < kOccasions; ++i) {
    const auto occasion = static_cast<Occasion>(i);
    check("n_" + std::string(kOccasionNames[i]), CountColumn(occasion));
    check("win12_" + std::string(kOccasionNames[i]), WinColumn(occasion));
  }
  for (size_t i = 0; i < kCardSumNames.size(); ++i) {
    check(std::string(kCardSumNames[i]), SumColumn(static_cast<CardSum>(i)));
  }
}

INSTANTIATE_TEST_SUITE_P(Matches, SplendorRecorder,
                         ::testing::Values(std::vector<std::string>{"random", "random"},
                                           std::vector<std::string>{"planner", "greedy", "random"},
                                           std::vector<std::string>{"greedy", "random", "greedy",
                                                                    "planner"}));

}  // namespace
}  // namespace prestige
