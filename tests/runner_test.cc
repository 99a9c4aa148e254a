// The workers and what they add up, with a game that costs nothing: every number of it follows from
// the game's id. Also run under the thread sanitizer.
#include "sim/run/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "sim/record/card_facts.h"
#include "sim/run/run_folder.h"

namespace prestige {
namespace {

using ::testing::HasSubstr;

constexpr size_t kCards = 3;

// What table and test know of a game.
struct FakeGame {
  explicit FakeGame(uint64_t game_id) : bits(SplitKey(7, game_id)) {}
  size_t winner(size_t seats) const { return bits % seats; }
  uint32_t decisions() const { return static_cast<uint32_t>(bits >> 8 & 63); }
  int32_t points(size_t seat) const { return static_cast<int32_t>(bits >> (16 + seat) & 15); }
  size_t card() const { return (bits >> 32) % kCards; }

  uint64_t bits;
};

struct Manners {
  uint64_t slow_every = 0;  // games after which a worker takes a nap, 0 for never
  std::optional<uint64_t> throws_at = std::nullopt;
  std::atomic<bool>* interrupts = nullptr;
  uint64_t interrupts_at = 0;
};

class FakeTable final : public GameTable {
 public:
  FakeTable(const MatchPlan& plan, const Manners& manners) : plan_(plan), manners_(manners) {}

  void Play(const ScheduledGame& game, Chunk* chunk) override {
    if (manners_.throws_at == game.game_id) throw std::runtime_error("the game broke");
    if (manners_.interrupts != nullptr && game.game_id == manners_.interrupts_at) {
      *manners_.interrupts = true;
    }
    if (manners_.slow_every != 0 && game.game_id % manners_.slow_every == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    const FakeGame fake(game.game_id);
    const Schedule& schedule = plan_.schedule;
    chunk->games.push_back({game.game_id, fake.bits, fake.decisions(), 9, 0, -1});
    for (size_t seat = 0; seat < schedule.seats(); ++seat) {
      const auto line = static_cast<uint16_t>(schedule.LineAt(game.arrangement, seat));
      const bool won = seat == fake.winner(schedule.seats());
      const auto win12 = static_cast<uint8_t>(won ? 12 : 0);
      chunk->seats.push_back({line, fake.points(seat), static_cast<uint8_t>(won ? 1 : 2), win12});
      uint32_t* cards = &chunk->cards[(line * kCards + fake.card()) * CardColumns(1)];
      ++cards[CountColumn(Occasion::kPlayed)];
      cards[WinColumn(Occasion::kPlayed)] += win12;
      chunk->pairs.push_back({line, 0, 1, win12, 5});
    }
  }
  GameRow PlayBare(const ScheduledGame&) override { return {}; }
  void Replay(const ScheduledGame&, ReplayFormat, bool, std::ostream&) override {}

 private:
  const MatchPlan& plan_;
  const Manners& manners_;
};

class FakeHost final : public GameHost {
 public:
  explicit FakeHost(Manners given) : manners(given) {}

  uint64_t rules_hash() const override { return 1; }
  uint64_t deck_hash() const override { return 2; }
  std::string ruleset_name() const override { return "fake"; }
  std::string ruleset_text() const override { return ""; }
  std::string Describe() const override { return ""; }
  absl::Status CheckPlayers(size_t) const override { return absl::OkStatus(); }
  absl::Status CheckStrategy(const StrategySpec&) const override { return absl::OkStatus(); }
  const RecordLayout& layout() const override { return layout_; }
  std::unique_ptr<GameTable> OpenTable(const MatchPlan& plan) const override {
    return std::make_unique<FakeTable>(plan, manners);
  }

  Manners manners;

 private:
  RecordLayout layout_{.cards = {"A", "B", "C"},
                       .groups = {},
                       .levels = 1,
                       .seat_counts = {},
                       .ends = {"normal", std::string(kForfeitEnd)}};
};

// A folder that is there for one test.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "prestige-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() { std::filesystem::remove_all(path_); }
  std::filesystem::path run() const { return path_ / "run"; }

 private:
  std::filesystem::path path_;
};

// A run of the fake game, up to its end or an interrupt, and on from there.
struct FakeRun {
  explicit FakeRun(std::vector<std::string> strategies, const Manners& manners = {})
      : host(manners),
        match{Schedule(std::move(strategies)), {}},
        tally(match.schedule, host.layout()),
        tables{match.schedule, host.layout(), {}} {}

  absl::StatusOr<RunEnd> Play(uint64_t blocks, uint64_t threads, RunFolder* folder = nullptr,
                              std::optional<double> stop_at = std::nullopt) {
    const RunPlan plan{host,    match,  blocks,  stop_at,
                       threads,
                       true,  // rows are kept
                       false,   folder, &tables, [](const Tally&) { return absl::OkStatus(); }};
    return PlayRun(plan, interrupted, [](uint64_t) {}, &tally, &rows);
  }

  std::atomic<bool> interrupted = false;
  FakeHost host;
  MatchPlan match;
  Tally tally;
  PartRows rows;
  TableWriter tables;
};

std::vector<uint64_t> GameIds(const PartRows& rows) {
  std::vector<uint64_t> ids;
  for (const GameRow& game : rows.games) ids.push_back(game.game_id);
  return ids;
}

TEST(Runner, AddsUpEveryGameOnce) {
  FakeRun run({"a", "b"});
  constexpr uint64_t kBlocks = 1001;
  ASSERT_EQ(run.Play(kBlocks, 4).value(), RunEnd::kComplete);
  ASSERT_EQ(run.tally.games(), 2 * kBlocks);
  uint64_t decisions = 0;
  std::array<int64_t, 2> win12{};  // by strategy
  std::array<int64_t, kCards> played{};
  std::array<int64_t, kCards> played_wins{};
  for (uint64_t id = 0; id < 2 * kBlocks; ++id) {
    const FakeGame game(id);
    decisions += game.decisions();
    // The first strategy sits first in the first game of a block, second in the other.
    win12[game.winner(2) == id % 2 ? 0 : 1] += 12;
    played[game.card()] += 2;
    played_wins[game.card()] += 12;
  }
  EXPECT_EQ(run.tally.decisions(), decisions);
  EXPECT_EQ(run.tally.turns(), 18 * kBlocks);
  EXPECT_EQ(run.tally.ends()[0], 2 * kBlocks);
  for (size_t place = 0; place < 2; ++place) {
    int64_t wins = 0;
    for (size_t line = 0; line < run.match.schedule.lines().size(); ++line) {
      if (run.match.schedule.lines()[line].place != place) continue;
      wins += run.tally.lines().sum(run.tally.WinQuantity(line));
    }
    EXPECT_EQ(wins, win12[place]);
    EXPECT_EQ(run.tally.PairOf(place, 0, 1).n, static_cast<int64_t>(2 * kBlocks));
    EXPECT_EQ(run.tally.PairOf(place, 0, 1).win12, win12[place]);
    EXPECT_EQ(run.tally.PairOf(place, 1, 0).n, 0);
  }
  for (size_t card = 0; card < kCards; ++card) {
    int64_t n = 0;
    int64_t wins = 0;
    for (size_t batch = 0; batch < kBatches; ++batch) {
      for (size_t line = 0; line < run.match.schedule.lines().size(); ++line) {
        n += run.tally.Card(batch, line, card)[CountColumn(Occasion::kPlayed)];
        wins += run.tally.Card(batch, line, card)[WinColumn(Occasion::kPlayed)];
      }
    }
    EXPECT_EQ(n, played[card]);
    EXPECT_EQ(wins, played_wins[card]);
  }
}

// Naps make the chunks come in out of order.
TEST(Runner, SameNumbersForAnyNumberOfThreads) {
  constexpr uint64_t kBlocks = 3000;
  FakeRun alone({"a", "b", "c"});
  ASSERT_EQ(alone.Play(kBlocks, 1).value(), RunEnd::kComplete);
  for (const uint64_t threads : std::to_array<uint64_t>({2, 3, 8})) {
    FakeRun run({"a", "b", "c"}, {.slow_every = 97 + threads});
    ASSERT_EQ(run.Play(kBlocks, threads).value(), RunEnd::kComplete);
    EXPECT_EQ(run.tally.ToNumbers(), alone.tally.ToNumbers()) << threads << " threads";
    EXPECT_EQ(GameIds(run.rows), GameIds(alone.rows)) << threads << " threads";
  }
}

TEST(Runner, InterruptKeepsWholeBlocksInARowAndGoesOnFromThere) {
  constexpr uint64_t kBlocks = 4000;
  FakeRun whole({"a", "b"});
  ASSERT_EQ(whole.Play(kBlocks, 1).value(), RunEnd::kComplete);
  for (const uint64_t at : std::to_array<uint64_t>({0, 1, 777, 5001})) {
    FakeRun run({"a", "b"});
    run.host.manners = {.slow_every = 101, .interrupts = &run.interrupted, .interrupts_at = at};
    ASSERT_EQ(run.Play(kBlocks, 4).value(), RunEnd::kInterrupted);
    EXPECT_LT(run.tally.blocks(), kBlocks);
    EXPECT_EQ(run.rows.games.size(), run.tally.games());
    while (run.tally.blocks() < kBlocks) {
      run.interrupted = false;
      ASSERT_TRUE(run.Play(kBlocks, 4).ok());
    }
    EXPECT_EQ(run.tally.ToNumbers(), whole.tally.ToNumbers()) << "interrupted at " << at;
    EXPECT_EQ(GameIds(run.rows), GameIds(whole.rows)) << "interrupted at " << at;
  }
}

TEST(Runner, StopsAtTheSameBlockForAnyNumberOfThreads) {
  std::optional<uint64_t> blocks;
  for (const uint64_t threads : std::to_array<uint64_t>({1, 2, 5})) {
    FakeRun run({"a", "a"}, {.slow_every = 89});
    ASSERT_EQ(run.Play(1'000'000, threads, nullptr, 0.01).value(), RunEnd::kStopped);
    EXPECT_EQ(run.tally.blocks() % 1024, 0U);
    EXPECT_TRUE(StopsHere(run.match.schedule, run.tally, 0.01));
    EXPECT_EQ(blocks.value_or(run.tally.blocks()), run.tally.blocks());
    blocks = run.tally.blocks();
  }
  // A share of one half has a half-width of 1 % after 0.98 / 0.01 squared games.
  EXPECT_GE(*blocks, 9216U);
  EXPECT_LE(*blocks, 10240U);
}

TEST(Runner, BrokenGameEndsTheRunWithItsWords) {
  FakeRun run({"a", "b"}, {.throws_at = 1234});
  const absl::StatusOr<RunEnd> end = run.Play(100'000, 3);
  ASSERT_FALSE(end.ok());
  EXPECT_THAT(std::string(end.status().message()), HasSubstr("the game broke"));
  EXPECT_LE(run.tally.games(), 1234U);
}

// Several parts of 2^18 games, and one that is begun.
TEST(Runner, WritesPartsAsTheyFillUp) {
  constexpr uint64_t kGamesPerPart = uint64_t{1} << 18;
  constexpr uint64_t kBlocks = 2 * kGamesPerPart + 100;
  const TempFolder temp;
  absl::StatusOr<RunFolder> folder = RunFolder::Create(temp.run(), false);
  ASSERT_TRUE(folder.ok()) << folder.status();
  FakeRun run({"a", "a"});
  ASSERT_EQ(run.Play(kBlocks, 2, &*folder).value(), RunEnd::kComplete);
  std::vector<std::string> games;
  for (const auto& file : std::filesystem::directory_iterator(temp.run() / "games")) {
    games.push_back(file.path().filename().string());
  }
  EXPECT_EQ(games.size(), 3U);
  EXPECT_EQ(run.rows.games.size(), 100U);
  EXPECT_EQ(run.rows.games.front().game_id, 2 * kGamesPerPart);

  // What the folder holds is enough to go on with.
  FakeRun later({"a", "a"});
  ASSERT_TRUE(folder->ReadState(&later.tally, &later.rows).value());
  EXPECT_EQ(later.tally.ToNumbers(), run.tally.ToNumbers());
  EXPECT_EQ(GameIds(later.rows), GameIds(run.rows));
}

TEST(Runner, FailedWriteEndsTheRun) {
  const TempFolder temp;
  absl::StatusOr<RunFolder> folder = RunFolder::Create(temp.run(), false);
  ASSERT_TRUE(folder.ok()) << folder.status();
  std::ofstream(temp.run() / "games") << "in the way";
  FakeRun run({"a", "a"});
  const absl::StatusOr<RunEnd> end = run.Play(uint64_t{1} << 20, 2, &*folder);
  ASSERT_FALSE(end.ok());
  EXPECT_THAT(std::string(end.status().message()), HasSubstr(temp.run().string()));
  EXPECT_LT(run.tally.blocks(), uint64_t{1} << 20);
}

TEST(Tally, NumbersOfAnotherScheduleAreRefused) {
  FakeRun two({"a", "b"});
  FakeRun three({"a", "b", "c"});
  ASSERT_TRUE(two.Play(10, 1).ok());
  EXPECT_FALSE(three.tally.FromNumbers(two.tally.ToNumbers()));
  FakeRun again({"a", "b"});
  ASSERT_TRUE(again.tally.FromNumbers(two.tally.ToNumbers()));
  EXPECT_EQ(again.tally.ToNumbers(), two.tally.ToNumbers());
}

}  // namespace
}  // namespace prestige
