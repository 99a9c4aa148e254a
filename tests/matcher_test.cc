#include "engine/coatl/matcher.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/coatl/plain_matcher.h"
#include "tests/matcher_testing.h"

namespace prestige::coatl {
namespace {

struct Case {
  const char* pattern;
  const char* coatl;
  int open_true;   // the count when `!` holds at an open end
  int open_false;  // and when it does not
};

// What the rules page says of patterns, and its neighbourhood.
constexpr Case kCases[] = {
    {"#Y", "YRYY", 3, 3},
    {"#Y", "RRR", 0, 0},
    {"G G G", "GGGGGG", 2, 2},
    {"G G G", "GGGGG", 1, 1},
    {"G Y+ G", "GYGYG", 1, 1},
    {"G Y+ G", "GYGGYYG", 2, 2},
    {"G Y+ G", "GG", 0, 0},
    {"G Y+ G", "GYYGYYYGYG", 2, 2},
    {"!G G G !G", "GGYGG", 2, 0},
    {"!G G G !G", "^GGYGG$", 2, 2},
    {"!G G G !G", "^GGYGG", 2, 1},
    {"!G G G !G", "GGYGG$", 2, 1},
    {"!G G G !G", "GGG", 0, 0},
    {"!G G G !G", "YGGR", 1, 1},
    {"!G Y", "Y", 1, 0},
    {"Y !G", "^Y", 1, 0},
    {"Y !G", "YG", 0, 0},
    {"Y !G", "YY", 2, 1},
    {"!Y Y+ !Y", "YYRYRYYY", 3, 1},
    {"!Y Y+ !Y", "^YYRYRYYY$", 3, 3},
    {"K Y *+ Y K", "KYYK", 0, 0},
    {"K Y *+ Y K", "KYRYK", 1, 1},
    {"K Y *+ Y K", "KYKYK", 1, 1},
    {"K Y *+ Y K", "KYYYK", 1, 1},
    {"K Y *+ Y K", "KYRYKKYBYK", 2, 2},
    {"K Y *+ Y K", "KYKYKYRYK", 1, 1},
    {"Y R Y R", "YRYRYRYR", 2, 2},
    {"Y R Y R", "YRYRYR", 1, 1},
    {"Y+ R+", "YYRRYR", 2, 2},
    {"Y+ Y+", "YYYY", 2, 2},
    {"Y+ Y", "YYYYY", 2, 2},
    {"Y R+ R Y", "YRY", 0, 0},
    {"Y R+ R Y", "YRRRY", 1, 1},
    // The match that begins first is not the one that ends first.
    {"Y *+ R", "YYRR", 1, 1},
    {"Y *+ R", "YYYRYBR", 2, 2},
    {"!Y Y+ R *+ G+ !G", "YYRBGGG", 1, 0},
    {"!Y Y+ R *+ G+ !G", "^YYRBGGG$", 1, 1},
};

TEST(PlainMatcher, CountsAsTheRulesSay) {
  for (const Case& c : kCases) {
    const Pattern pattern = MustParse(c.pattern);
    EXPECT_EQ(CountPlain(pattern, MakeSerpent(c.coatl), true), c.open_true)
        << c.pattern << " on " << c.coatl;
    EXPECT_EQ(CountPlain(pattern, MakeSerpent(c.coatl), false), c.open_false)
        << c.pattern << " on " << c.coatl;
  }
}

TEST(Matcher, CountsAsTheRulesSay) {
  for (const Case& c : kCases) {
    const std::vector<DeckCard> deck = {{MustParse(c.pattern), {{9, 1}}}};
    EXPECT_EQ(Matcher(deck, true).Times(0, MakeSerpent(c.coatl)), c.open_true)
        << c.pattern << " on " << c.coatl;
    EXPECT_EQ(Matcher(deck, false).Times(0, MakeSerpent(c.coatl)), c.open_false)
        << c.pattern << " on " << c.coatl;
  }
}

// The rulebook's worked example: blue exactly at 1, 2, 4, 5, 8 and 9 of 11 pieces.
TEST(Matcher, WorkedExampleOfTheRulebook) {
  const Serpent serpent = MakeSerpent("^BBYBBRKBBYY$");
  const Matcher matcher({{MustParse("B B Y Y"), {{1, 4}}},
                         {MustParse("!B B B !B"), {{1, 2}, {2, 5}}},
                         {MustParse("#B"), {{3, 2}, {4, 3}, {5, 4}, {6, 5}}}},
                        true);
  EXPECT_EQ(CountPlain(MustParse("!B B B !B"), serpent, true), 3);
  EXPECT_EQ(matcher.Points(0, serpent), 4);
  EXPECT_EQ(matcher.Points(1, serpent), 5);
  EXPECT_EQ(matcher.LevelOf(1, serpent), 2);
  EXPECT_EQ(matcher.Points(2, serpent), 5);
  EXPECT_EQ(matcher.LevelOf(2, serpent), 4);
}

TEST(Matcher, TimesStopAtTheTopLevel) {
  const Matcher matcher({{MustParse("Y"), {{2, 3}, {4, 9}}}}, true);
  for (int n = 1; n <= 128; ++n) {
    const Serpent serpent = MakeSerpent(std::string(static_cast<size_t>(n), 'Y'));
    EXPECT_EQ(matcher.Times(0, serpent), std::min(n, 4)) << n;
    EXPECT_EQ(matcher.LevelOf(0, serpent), n < 2 ? 0 : n < 4 ? 1 : 2) << n;
    EXPECT_EQ(matcher.Points(0, serpent), n < 2 ? 0 : n < 4 ? 3 : 9) << n;
    EXPECT_EQ(matcher.Met(0, serpent), n >= 2) << n;
  }
}

int PlainLevel(const std::vector<Level>& levels, int times) {
  int level = 0;
  for (const Level& l : levels) level += times >= l.times;
  return level;
}

// Every answer of the matcher for every card against the plain count.
void ExpectEqualToPlain(const std::vector<DeckCard>& deck, const Matcher& matcher,
                        const Serpent& serpent, bool open_end_satisfies_not) {
  for (size_t card = 0; card < deck.size(); ++card) {
    const std::vector<Level>& levels = deck[card].levels;
    const int times = CountPlain(deck[card].pattern, serpent, open_end_satisfies_not);
    const int level = PlainLevel(levels, times);
    const int points = level == 0 ? 0 : levels[static_cast<size_t>(level) - 1].points;
    const std::string where = ToString(deck[card].pattern) + " on " + ToText(serpent) +
                              (open_end_satisfies_not ? " (open true)" : " (open false)");
    ASSERT_EQ(matcher.Times(card, serpent), std::min<int>(times, levels.back().times)) << where;
    ASSERT_EQ(matcher.LevelOf(card, serpent), level) << where;
    ASSERT_EQ(matcher.Points(card, serpent), points) << where;
    ASSERT_EQ(matcher.Met(card, serpent), level > 0) << where;
  }
}

TEST(Matcher, EqualsPlainOnRandomDecksAndCoameh) {
  for (uint64_t deal = 0; deal < 3000; ++deal) {
    Stream stream(DealKey(3, deal));
    const bool open = deal % 2 == 0;
    const std::vector<DeckCard> deck = RandomDeck(stream, 12);
    const Matcher matcher(deck, open);
    for (const uint32_t longest : {8U, 20U, 64U, 128U}) {
      ExpectEqualToPlain(deck, matcher, RandomSerpent(stream, longest), open);
      const Pattern& pattern = deck[stream.Below(12)].pattern;
      ExpectEqualToPlain(deck, matcher, SerpentFor(stream, pattern, longest), open);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Matcher, EqualsPlainAtTheEdgesOfTheWords) {
  Stream stream(DealKey(4, 0));
  for (int i = 0; i < 300; ++i) {
    const std::vector<DeckCard> deck = RandomDeck(stream, 8);
    const bool open = stream.Below(2) == 0;
    const Matcher matcher(deck, open);
    for (const size_t length : {1U, 2U, 63U, 64U, 65U, 66U, 127U, 128U}) {
      Serpent serpent = RandomSerpent(stream, 1);
      const Palette palette = RandomPalette(stream);
      while (serpent.length < length) {
        const Piece piece = MakePiece(Part::kBody, palette.Pick(stream));
        if (!serpent.has_tail && (serpent.has_head || stream.Below(2) == 0)) {
          serpent.AddAtTail(piece);
        } else {
          serpent.AddAtHead(piece);
        }
      }
      ExpectEqualToPlain(deck, matcher, serpent, open);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Matcher, EqualsPlainOnThePrintedDeck) {
  const std::vector<DeckCard> deck = PrintedDeck();
  for (const bool open : {true, false}) {
    const Matcher matcher(deck, open);
    Stream stream(DealKey(5, 0));
    for (int i = 0; i < 4000; ++i) {
      ExpectEqualToPlain(deck, matcher, RandomSerpent(stream, i % 4 == 0 ? 128 : 24), open);
      if (HasFatalFailure()) return;
    }
  }
}

// A coatl grows piece by piece at either end; the levels that are kept up to date are those counted
// anew.
TEST(Matcher, UpdatedLevelsEqualThoseCountedAnew) {
  for (uint64_t deal = 0; deal < 400; ++deal) {
    Stream stream(DealKey(6, deal));
    const std::vector<DeckCard> deck = deal % 4 == 0 ? PrintedDeck() : RandomDeck(stream, 30);
    const Matcher matcher(deck, deal % 2 == 0);
    const Palette palette = RandomPalette(stream);
    std::vector<uint8_t> cards;
    for (size_t card = 0; card < deck.size(); ++card) cards.push_back(static_cast<uint8_t>(card));
    Serpent serpent = Serpent::Start(MakePiece(Part::kBody, palette.Pick(stream)));
    std::vector<uint8_t> levels;
    for (const uint8_t card : cards) {
      levels.push_back(static_cast<uint8_t>(matcher.LevelOf(card, serpent)));
    }
    const size_t longest = 2 + stream.Below(80);
    while (serpent.length < longest && !(serpent.has_head && serpent.has_tail)) {
      const Color color = palette.Pick(stream);
      const bool closes = stream.Below(20) == 0;
      const bool at_head = !serpent.has_head && (serpent.has_tail || stream.Below(2) == 0);
      if (at_head) {
        serpent.AddAtHead(MakePiece(closes ? Part::kHead : Part::kBody, color));
      } else {
        serpent.AddAtTail(MakePiece(closes ? Part::kTail : Part::kBody, color));
      }
      matcher.UpdateLevels(cards, at_head ? Side::kHead : Side::kTail, color, serpent, levels);
      for (const uint8_t card : cards) {
        ASSERT_EQ(levels[card], matcher.LevelOf(card, serpent))
            << ToString(deck[card].pattern) << " on " << ToText(serpent);
      }
    }
  }
}

// The same law under RapidCheck, which shrinks a failure to a short coatl and few tokens.
TEST(Matcher, EqualsPlainForAllPatternsAndCoameh) {
  const bool holds = rc::check("bitboard count equals plain count", [] {
    const auto pieces = *rc::gen::resize(128, rc::gen::nonEmpty(rc::gen::container<std::string>(
                                                  rc::gen::elementOf(std::string("YRKGB")))));
    RC_PRE(pieces.size() <= kMaxLength);
    const auto words = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
            "Y", "R", "Y", "R", "Y+", "R+", "K", "K+", "*+ Y", "*+ R", "*+ K+", "G", "B+")));
    std::string text = *rc::gen::element<std::string>("", "", "!Y ", "!R ");
    for (const std::string& word : words) {
      // The first colour has nothing before it that `*+` could stand behind.
      text += (&word == &words[0] && word[0] == '*' ? word.substr(3) : word) + " ";
    }
    text += *rc::gen::element<std::string>("", "", "!Y", "!R");
    const auto parsed = ParsePattern(text);
    RC_PRE(std::holds_alternative<Pattern>(parsed));
    const auto& pattern = std::get<Pattern>(parsed);
    const bool open = *rc::gen::arbitrary<bool>();
    const bool head = *rc::gen::arbitrary<bool>() && pieces.size() > 1;
    const bool tail = *rc::gen::arbitrary<bool>() && pieces.size() > 1;
    const Serpent serpent = MakeSerpent((head ? "^" : "") + pieces + (tail ? "$" : ""));
    const Matcher matcher({{pattern, {{200, 1}}}}, open);
    RC_ASSERT(matcher.Times(0, serpent) == CountPlain(pattern, serpent, open));
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace prestige::coatl
