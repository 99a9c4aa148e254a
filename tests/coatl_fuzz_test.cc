#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/coatl/plain_matcher.h"
#include "engine/core/rng.h"
#include "tests/coatl_random_rules.h"
#include "tests/coatl_rulesets.h"
#include "tests/move_texts.h"

// Input that nobody would write: bytes as notation, bytes as choices, rulesets at random. Every run
// is the same run.
namespace prestige::coatl {
namespace {

// --- Notation

// What is read is written the same way; most of it is not read at all.
void ExpectOneSpelling(const Rules& rules, const std::string& text, size_t* read) {
  const auto move = CoatlGame::ParseMove(rules, text);
  if (!move) return;
  ++*read;
  ASSERT_EQ(CoatlGame::MoveText(rules, *move), text);
}

TEST(CoatlNotationFuzz, RandomBytes) {
  const Rules rules = BaseRulesWith({});
  Stream stream(1);
  size_t read = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text(stream.Below(30), '\0');
    for (char& c : text) c = static_cast<char>(stream.Below(256));
    ExpectOneSpelling(rules, text, &read);
  }
  EXPECT_EQ(read, 0U);
}

TEST(CoatlNotationFuzz, WordsInAnyOrder) {
  const Rules rules = BaseRulesWith({});
  static constexpr std::string_view kWords[] = {"keep",
                                                "take",
                                                "draw",
                                                "build",
                                                "perfect-pick",
                                                "see-the-future",
                                                "priests-commitment",
                                                "pass",
                                                "row",
                                                "deck",
                                                "start",
                                                "hY",
                                                "bG",
                                                "tK",
                                                "extend",
                                                "prophecy",
                                                "head",
                                                "tail",
                                                "hand",
                                                "temple",
                                                "pile0",
                                                "pile1",
                                                "none",
                                                "pick",
                                                "discard",
                                                "commit",
                                                "done",
                                                "P07",
                                                "P48",
                                                "P49",
                                                "T03",
                                                "T14",
                                                "T15",
                                                "0",
                                                "1",
                                                "3",
                                                "4",
                                                "10",
                                                "11",
                                                "256",
                                                "257",
                                                "4294967296",
                                                "-1",
                                                "hX",
                                                "xY"};
  Stream stream(2);
  size_t read = 0;
  for (int i = 0; i < 300'000; ++i) {
    std::string text;
    for (uint32_t words = Between(stream, 1, 5); words > 0; --words) {
      text += OneOf(stream, kWords);
      if (words > 1) text += ' ';
    }
    ExpectOneSpelling(rules, text, &read);
  }
  EXPECT_GT(read, 1000U);
}

TEST(CoatlNotationFuzz, EditedMoves) {
  const Rules rules = BaseRulesWith({});
  Stream stream(3);
  size_t read = 0;
  size_t edited = 0;
  NoEvents events;
  for (uint64_t deal = 0; deal < 10; ++deal) {
    State state = CoatlGame::Setup(rules, 3, DealKey(3, deal));
    while (!CoatlGame::IsTerminal(state)) {
      MoveList moves;
      CoatlGame::LegalMoves(rules, state, &moves);
      ASSERT_FALSE(moves.empty());
      for (const Move& move : moves) {
        ++edited;
        ExpectOneSpelling(rules, testing::Mutated(CoatlGame::MoveText(rules, move), stream), &read);
      }
      CoatlGame::Apply(rules, &state, moves[stream.Below(static_cast<uint32_t>(moves.size()))],
                       &events);
    }
  }
  EXPECT_GT(read, 0U);
  EXPECT_GT(edited - read, 1000U);
}

// --- Choices by bytes, under any rules

// What a seat sees can be dealt anew, and the game goes on from there.
void ExpectResamples(const Rules& rules, const State& state, int seat) {
  Stream stream(state.turns);
  const State other = CoatlGame::Resample(CoatlGame::Observe(rules, state, seat), stream);
  std::string why;
  ASSERT_TRUE(CoatlGame::IsConsistent(rules, other, &why)) << why << " for seat " << seat;
  ASSERT_TRUE(CoatlGame::SameView(CoatlGame::Observe(rules, state, seat),
                                  CoatlGame::Observe(rules, other, seat)));
  ASSERT_EQ(Choices(rules, other).size() == 0, CoatlGame::IsTerminal(state)) << "for seat " << seat;
}

// Plays a game in which each choice is a byte; a string that ran out begins anew.
void PlayBytes(const Rules& rules, int players, uint64_t key, const std::string& bytes, int stride,
               size_t* longest) {
  State state = CoatlGame::Setup(rules, players, key);
  NoEvents events;
  std::string why;
  ASSERT_TRUE(CoatlGame::IsConsistent(rules, state, &why)) << why;
  const int most = CoatlGame::MaxMoves(rules, players);
  for (int moves = 0; !CoatlGame::IsTerminal(state); ++moves) {
    ASSERT_LE(moves, most);
    const Choices choices(rules, state);
    ASSERT_GT(choices.size(), 0U) << "stuck after " << moves << " moves";
    const auto byte = static_cast<uint8_t>(bytes[static_cast<size_t>(moves) % bytes.size()]);
    CoatlGame::Apply(rules, &state, choices[byte % choices.size()], &events);
    if (moves % stride != 0 && !CoatlGame::IsTerminal(state)) continue;
    ASSERT_TRUE(CoatlGame::IsConsistent(rules, state, &why))
        << why << " after " << moves << " moves";
    if (byte % 16 == 0) ExpectResamples(rules, state, byte / 16 % players);
    for (size_t seat = 0; seat < state.player_count; ++seat) {
      for (const Coatl& coatl : state.players[seat].coatls) {
        *longest = std::max(*longest, size_t{coatl.serpent.length});
      }
    }
  }
  const Outcome outcome = CoatlGame::OutcomeOf(rules, state);
  EXPECT_EQ(outcome.win12[0] + outcome.win12[1] + outcome.win12[2] + outcome.win12[3], 12);
}

std::string RandomBytes(Stream& stream) {
  // Short strings repeat themselves: stubborn players. Few different bytes: one-sided ones.
  std::string bytes(OneOf(stream, std::array<size_t, 4>{1, 3, 17, 400}), '\0');
  const uint32_t values = OneOf(stream, std::array<uint32_t, 3>{2, 30, 256});
  for (char& c : bytes) c = static_cast<char>(stream.Below(values));
  return bytes;
}

class CoatlChoiceFuzz : public ::testing::TestWithParam<int> {};

TEST_P(CoatlChoiceFuzz, GamesUnderRandomRulesEndAndLoseNothing) {
  Stream stream(SplitKey(4, static_cast<uint64_t>(GetParam())));
  size_t longest = 0;
  for (int ruleset = 0; ruleset < 80; ++ruleset) {
    const std::vector<std::string> sets = RandomSets(stream);
    SCOPED_TRACE("ruleset " + std::to_string(ruleset) + Joined(sets));
    const Rules rules = WithRandomDeck(BaseRulesWith(sets), stream);
    for (uint64_t game = 0; game < 10; ++game) {
      const std::string bytes = RandomBytes(stream);
      SCOPED_TRACE("game " + std::to_string(game));
      PlayBytes(rules, GetParam(), DealKey(stream.Next(), game), bytes, 1, &longest);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(longest, 20U);
}

TEST_P(CoatlChoiceFuzz, GamesOfThePrintedRulesEndAndLoseNothing) {
  Stream stream(SplitKey(5, static_cast<uint64_t>(GetParam())));
  const Rules rules = BaseRulesWith({});
  size_t longest = 0;
  for (uint64_t game = 0; game < 1500; ++game) {
    SCOPED_TRACE("game " + std::to_string(game));
    PlayBytes(rules, GetParam(), DealKey(5, game), RandomBytes(stream), 8, &longest);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(longest, 20U);
}

INSTANTIATE_TEST_SUITE_P(Players, CoatlChoiceFuzz, ::testing::Values(2, 3, 4),
                         ::testing::PrintToStringParamName());

// --- Long coameh

// Seat 0 puts every body segment it can get onto its one coatl and closes it when none is left;
// seat 1 stays away from body segments. Lower is more urgent.
int Urgency(const State& state, const Move& move) {
  const bool builder = state.seat == 0;
  switch (move.kind) {
    case MoveKind::kAction:
      switch (static_cast<Action>(move.a)) {
        case Action::kBuild:
          return builder ? 0 : 2;
        case Action::kTake:
          return builder ? 1 : 3;
        case Action::kDraw:
          return builder ? 2 : 0;
        default:
          return 4;
      }
    case MoveKind::kTake:
      return (PartOf(state.supply[move.a][0]) == Part::kBody) == builder ? 0 : 1;
    case MoveKind::kStart:
      return PartOf(move.a) == Part::kBody ? 0 : 1;
    case MoveKind::kExtend:
      return PartOf(move.c) == Part::kBody ? 0 : 3;
    case MoveKind::kProphecy:
      return 1;
    case MoveKind::kDone:
      return 2;
    default:
      return 1;
  }
}

struct LongCase {
  const char* name;
  std::vector<std::string> sets;
};

// What GoogleTest prints of a case.
void PrintTo(const LongCase& test, std::ostream* out) { *out << test.name; }

class CoatlLong : public ::testing::TestWithParam<LongCase> {};

TEST_P(CoatlLong, GrowsToTheLimit) {
  std::vector<std::string> sets{"max_coatls=1", "max_incomplete=1",
                                "end_coatls=1", "end_bodies=false",
                                "board=2",      "hand_limit=12",
                                "tokens=false", "heads=12",
                                "tails=12",     "supply=[\"body\",\"body\",\"head\",\"tail\"]"};
  sets.insert(sets.end(), GetParam().sets.begin(), GetParam().sets.end());
  const Rules rules = BaseRulesWith(sets);
  size_t longest = 0;
  size_t finished = 0;
  for (uint64_t deal = 0; deal < 20; ++deal) {
    State state = CoatlGame::Setup(rules, 2, DealKey(6, deal));
    Stream stream(deal);
    NoEvents events;
    std::string why;
    while (!CoatlGame::IsTerminal(state)) {
      MoveList moves;
      CoatlGame::LegalMoves(rules, state, &moves);
      ASSERT_FALSE(moves.empty());
      std::vector<size_t> best;
      for (size_t i = 0; i < moves.size(); ++i) {
        if (!best.empty() && Urgency(state, moves[i]) > Urgency(state, moves[best[0]])) continue;
        if (!best.empty() && Urgency(state, moves[i]) < Urgency(state, moves[best[0]]))
          best.clear();
        best.push_back(i);
      }
      CoatlGame::Apply(rules, &state, moves[OneOf(stream, best)], &events);
      ASSERT_TRUE(CoatlGame::IsConsistent(rules, state, &why)) << why;
    }
    const Coatl& coatl = state.players[0].coatls[0];
    longest = std::max(longest, size_t{coatl.serpent.length});
    if (!coatl.finished) continue;
    ++finished;
    // The points by the reference.
    int points = coatl.temple == kNoCard ? 0 : rules.temples()[coatl.temple].Points(coatl.serpent);
    for (const uint8_t card : coatl.prophecies) {
      const Prophecy& prophecy = rules.prophecies()[rules.KindOf(card)];
      const int times =
          CountPlain(prophecy.pattern, coatl.serpent, rules.config().open_end_satisfies_not);
      int worth = 0;
      for (const Level& level : prophecy.levels)
        worth = times >= level.times ? level.points : worth;
      points += worth;
    }
    EXPECT_EQ(coatl.points, points) << "deal " << deal;
  }
  EXPECT_EQ(longest, kMaxLength);
  EXPECT_GT(finished, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Bodies, CoatlLong,
    ::testing::Values(LongCase{"OneColour", {"body={Y=126,R=0,K=0,G=0,B=0}"}},
                      LongCase{"TwoColours",
                               {"body={Y=0,R=63,K=0,G=0,B=63}", "open_end_satisfies_not=false"}},
                      LongCase{"AllColours", {"body={Y=26,R=25,K=25,G=25,B=25}"}}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace prestige::coatl
