#include "sim/play/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace prestige {
namespace {

using ::testing::ElementsAre;

// The strategies of every game of a block, seat after seat, as one word a game.
std::vector<std::string> Games(const Schedule& schedule) {
  std::vector<std::string> games;
  for (size_t arrangement = 0; arrangement < schedule.games_per_block(); ++arrangement) {
    std::string& game = games.emplace_back();
    for (size_t seat = 0; seat < schedule.seats(); ++seat) {
      game += schedule.StrategyAt(arrangement, seat);
    }
  }
  return games;
}

TEST(Schedule, MirrorMatchHasOneGameABlock) {
  const Schedule schedule({"a", "a", "a", "a"});
  EXPECT_TRUE(schedule.IsMirror());
  EXPECT_THAT(Games(schedule), ElementsAre("aaaa"));
  EXPECT_EQ(schedule.lines().size(), 4U);
}

TEST(Schedule, AllSeatingsComeInTheOrderOfTheStrategiesFirstPlaces) {
  EXPECT_THAT(Games(Schedule({"b", "a"})), ElementsAre("ba", "ab"));
  EXPECT_THAT(Games(Schedule({"a", "b", "a"})), ElementsAre("aab", "aba", "baa"));
  EXPECT_THAT(Games(Schedule({"c", "b", "a"})),
              ElementsAre("cba", "cab", "bca", "bac", "acb", "abc"));
  EXPECT_EQ(Schedule({"a", "b", "c", "d"}).games_per_block(), 24U);
}

TEST(Schedule, RotationsMoveEveryoneOnAndLeaveOutWhatIsAlike) {
  EXPECT_THAT(Games(Schedule({"a", "b", "c"}, Seating::kRotations)),
              ElementsAre("abc", "bca", "cab"));
  EXPECT_THAT(Games(Schedule({"a", "b", "a", "b"}, Seating::kRotations)),
              ElementsAre("abab", "baba"));
}

TEST(Schedule, FixedSeatingIsTheGivenOne) {
  EXPECT_THAT(Games(Schedule({"b", "a", "b"}, Seating::kFixed)), ElementsAre("bab"));
}

// In a block of all seatings every strategy has every seat equally often.
TEST(Schedule, AllSeatingsAreFair) {
  const Schedule schedule({"a", "b", "b", "c"});
  std::map<std::pair<std::string, size_t>, int> games;
  for (size_t arrangement = 0; arrangement < schedule.games_per_block(); ++arrangement) {
    for (size_t seat = 0; seat < 4; ++seat) ++games[{schedule.StrategyAt(arrangement, seat), seat}];
  }
  ASSERT_EQ(schedule.games_per_block(), 12U);
  for (size_t seat = 0; seat < 4; ++seat) {
    EXPECT_EQ((games[{"a", seat}]), 3);
    EXPECT_EQ((games[{"b", seat}]), 6);
    EXPECT_EQ((games[{"c", seat}]), 3);
  }
}

TEST(Schedule, LevelsAreGamesOfTheSameBlockWithLinesOfTheirOwn) {
  const Schedule schedule({"a"}, Seating::kAll, {0, 1, 31}, "robot");
  EXPECT_EQ(schedule.players(), 1U);
  EXPECT_EQ(schedule.seats(), 2U);
  EXPECT_FALSE(schedule.IsMirror());
  EXPECT_THAT(Games(schedule), ElementsAre("arobot", "arobot", "arobot"));
  EXPECT_EQ(schedule.LevelsAt(0), 0);
  EXPECT_EQ(schedule.LevelsAt(1), 1);
  EXPECT_EQ(schedule.LevelsAt(2), 31);
  std::set<size_t> lines;
  for (size_t arrangement = 0; arrangement < 3; ++arrangement) {
    lines.insert(schedule.LineAt(arrangement, 0));
    lines.insert(schedule.LineAt(arrangement, 1));
  }
  EXPECT_EQ(lines.size(), 6U);
}

TEST(Schedule, NumberOfAGameTellsItsDealAndSeating) {
  const Schedule schedule({"a", "b", "c"});
  const ScheduledGame game = schedule.GameAt(6'000'000'000'005);
  EXPECT_EQ(game.game_id, 6'000'000'000'005U);
  EXPECT_EQ(game.block_id, 1'000'000'000'000U);
  EXPECT_EQ(game.arrangement, 5U);
}

}  // namespace
}  // namespace prestige
