#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/coatl/matcher_target.h"
#include "strategies/coatl/card_reader.h"
#include "tests/coatl_matches.h"
#include "tests/coatl_random_rules.h"
#include "tests/coatl_rulesets.h"

namespace prestige::coatl {
namespace {

// --- Reading cards along a chain

Serpent RandomClosedCoatl(Stream& stream) {
  const auto color = [&] { return static_cast<Color>(stream.Below(kColors)); };
  Serpent serpent = Serpent::Start(MakePiece(Part::kHead, color()));
  // Few colours in some, so that patterns are met often.
  const uint32_t colors = Between(stream, 1, kColors);
  for (uint32_t bodies = Between(stream, 1, 20); bodies > 0; --bodies) {
    serpent.AddAtTail(MakePiece(Part::kBody, static_cast<Color>(stream.Below(colors))));
  }
  serpent.AddAtTail(MakePiece(Part::kTail, color()));
  return serpent;
}

void ExpectReadsLikeMatcher(const Rules& rules, Stream& stream) {
  constexpr size_t kTogether = 8;
  const CardReader reader(rules, kTogether);
  for (int i = 0; i < 200; ++i) {
    const Serpent serpent = RandomClosedCoatl(stream);
    for (size_t kind = 0; kind < rules.prophecies().size(); ++kind) {
      const int points = rules.matcher().Points(kind, serpent);
      for (const Side grows : {Side::kHead, Side::kTail}) {
        CardReader::State state = reader.Begin(grows, kind);
        CardReader::State before = state;
        size_t last = 0;
        for (size_t k = 0; k < serpent.length; ++k) {
          before = state;
          last = static_cast<size_t>(
              serpent.ColorAt(grows == Side::kTail ? k : serpent.length - 1U - k));
          state = reader.At(state).next[last];
        }
        const CardReader::Row& row = reader.At(state);
        ASSERT_EQ(row.points[CardReader::kHere], points) << rules.prophecies()[kind].id;
        ASSERT_EQ(row.met[CardReader::kHere] != 0, rules.matcher().Met(kind, serpent));
        ASSERT_GE(row.worth[CardReader::kHere], points * reader.unit());
        // Looking one piece ahead tells the same.
        ASSERT_EQ(reader.At(before).points[last], row.points[CardReader::kHere]);
        ASSERT_EQ(reader.At(before).met[last], row.met[CardReader::kHere]);
        ASSERT_EQ(reader.At(before).worth[last], row.worth[CardReader::kHere]);
      }
    }
  }
}

TEST(CardReader, FindsThePointsOfTheMatcher) {
  Stream stream(1);
  ExpectReadsLikeMatcher(BaseRulesWith({}), stream);
  ExpectReadsLikeMatcher(BaseRulesWith({"open_end_satisfies_not=false"}), stream);
}

TEST(CardReader, FindsThePointsOfTheMatcherWithAnyDeck) {
  Stream stream(2);
  const Rules base = BaseRulesWith({});
  for (int deck = 0; deck < 10; ++deck)
    ExpectReadsLikeMatcher(WithRandomDeck(base, stream), stream);
}

// --- Every player

constexpr std::array<std::string_view, 2> kPlayers{"greedy", "planner"};

TEST(CoatlStrategies, NeverChooseWhatIsNotThere) {
  Stream stream(3);
  for (int ruleset = 0; ruleset < 40; ++ruleset) {
    const std::vector<std::string> sets = RandomSets(stream);
    SCOPED_TRACE("ruleset " + std::to_string(ruleset) + Joined(sets));
    const Rules rules = WithRandomDeck(BaseRulesWith(sets), stream);
    const int players = 2 + ruleset % 3;
    for (const std::string_view name : kPlayers) {
      SCOPED_TRACE(std::string(name));
      // Beside players at random, and beside itself.
      for (const std::string_view other : {std::string_view("random"), name}) {
        Table table(rules, name, other, players);
        for (uint64_t deal = 0; deal < 3; ++deal) {
          const Played played = table.Play(DealKey(4, deal));
          ASSERT_TRUE(played.legal);
          ASSERT_LE(played.moves, CoatlGame::MaxMoves(rules, players));
        }
      }
    }
  }
}

TEST(CoatlStrategies, ChooseTheSameFreshOrReusedAndOnEverySimdTarget) {
  constexpr uint64_t kDeals = 4;
  std::vector<std::string> targets = AvailableSimdTargets();
  targets.emplace_back("");  // and leave the best one selected
  for (const std::string_view name : kPlayers) {
    SCOPED_TRACE(std::string(name));
    std::vector<uint64_t> expected;
    for (const std::string& target : targets) {
      SCOPED_TRACE(target);
      ASSERT_EQ(SelectSimdTarget(target), std::nullopt);
      const Rules rules = BaseRulesWith({});
      Table reused(rules, name, name, 3);
      for (uint64_t deal = 0; deal < kDeals; ++deal) {
        Table fresh(rules, name, name, 3);
        const uint64_t hash = fresh.Play(DealKey(5, deal)).hash;
        EXPECT_EQ(reused.Play(DealKey(5, deal)).hash, hash);
        if (expected.size() == deal) expected.push_back(hash);
        EXPECT_EQ(hash, expected[deal]);
      }
    }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(std::unique(expected.begin(), expected.end()), expected.end());
  }
}

// --- The ladder

TEST(CoatlStrategies, EachRungBeatsTheOneBelow) {
  const Rules rules = BaseRulesWith({});
  struct Rung {
    const char* upper;
    const char* lower;
    double least;
    uint64_t deals;
  };
  for (const Rung& rung :
       {Rung{"greedy", "random", 0.97, 100}, Rung{"planner", "greedy", 0.65, 150}}) {
    SCOPED_TRACE(std::string(rung.upper) + " over " + rung.lower);
    EXPECT_GE(ShareOverBlocks(rules, rung.upper, rung.lower, rung.deals), rung.least);
  }
}

TEST(CoatlStrategies, LookLikePeopleAtTheTable) {
  const Rules rules = BaseRulesWith({});
  for (const std::string_view name : kPlayers) {
    SCOPED_TRACE(std::string(name));
    Table table(rules, name, name, 2);
    int sides = 0;
    int with_three = 0;
    int coameh = 0;
    int rich = 0;
    for (uint64_t deal = 0; deal < 100; ++deal) {
      const State state = table.Play(DealKey(6, deal)).state;
      EXPECT_EQ(state.end, End::kCoatls);
      for (size_t seat = 0; seat < 2; ++seat) {
        const Player& player = state.players[seat];
        ++sides;
        with_three += player.finished >= 3 ? 1 : 0;
        for (size_t c = 0; c < player.coatl_count; ++c) {
          if (!player.coatls[c].finished) continue;
          ++coameh;
          rich += player.coatls[c].prophecies.size() >= 3 ? 1 : 0;
        }
      }
    }
    EXPECT_GT(2 * with_three, sides) << "three coameh on most sides";
    EXPECT_GT(2 * rich, coameh) << "three or four prophecies on most coameh";
  }
}

}  // namespace
}  // namespace prestige::coatl
