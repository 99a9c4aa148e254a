#include "sim/coatl/score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/coatl/plain_matcher.h"
#include "engine/core/rng.h"
#include "tests/coatl_rulesets.h"

namespace prestige::coatl {
namespace {

using ::testing::ElementsAre;

// "column: message" of what is wrong, or "ok".
std::string Says(std::string_view coatl) {
  const auto parsed = ParseCoatl(coatl);
  const auto* error = std::get_if<CoatlError>(&parsed);
  return error == nullptr ? "ok" : std::to_string(error->column) + ": " + error->message;
}

TEST(ParseCoatl, ReadsPiecesAndEnds) {
  const auto serpent = std::get<Serpent>(ParseCoatl("^YGGB"));
  EXPECT_EQ(serpent.length, 4);
  EXPECT_TRUE(serpent.has_head);
  EXPECT_FALSE(serpent.has_tail);
  EXPECT_EQ(serpent.ColorAt(0), Color::kYellow);
  EXPECT_EQ(serpent.ColorAt(2), Color::kGreen);
  EXPECT_EQ(serpent.ColorAt(3), Color::kBlue);
  EXPECT_THAT(serpent.count, ElementsAre(1, 0, 0, 2, 1));
  EXPECT_TRUE(std::get<Serpent>(ParseCoatl("RK$")).has_tail);
}

TEST(ParseCoatl, TakesEveryLengthUpToTheLongest) {
  for (size_t length = 1; length <= kMaxLength; ++length) {
    const std::string pieces(length, 'K');
    EXPECT_EQ(std::get<Serpent>(ParseCoatl(pieces)).length, length);
    EXPECT_EQ(Says("^" + pieces), "ok");
    EXPECT_EQ(Says(pieces + "$"), "ok");
    EXPECT_EQ(Says("^" + pieces + "$") == "ok", length >= 3) << length;
  }
  EXPECT_EQ(Says("^" + std::string(129, 'K')), "130: there are more than 128 pieces");
}

TEST(SplitLines, TakesBothEnds) {
  EXPECT_THAT(SplitLines("Y\nG\r\nB"), ElementsAre("Y", "G", "B"));
  EXPECT_THAT(SplitLines("Y\n"), ElementsAre("Y"));
  EXPECT_THAT(SplitLines("\n\r\nY\n\n"), ElementsAre("", "", "Y", ""));
  EXPECT_THAT(SplitLines("Y\rG"), ElementsAre("Y\rG"));
  EXPECT_TRUE(SplitLines("").empty());
}

TEST(CheckCoatls, CountsWhatItDoesNotShow) {
  const std::vector<std::string_view> lines{"Y", "x", "G", "", "^B$"};
  EXPECT_EQ(CheckCoatls("input", lines, 3).size(), 3U);
  const Diagnostics two = CheckCoatls("input", lines, 2);
  ASSERT_EQ(two.size(), 3U);
  EXPECT_EQ(two[1].line, 4U);
  EXPECT_EQ(ToString(two[2]), "input: and 1 more bad lines");
}

TEST(Scores, AreThoseOfThePlainMatcher) {
  for (const char* open_ends : {"open_end_satisfies_not=true", "open_end_satisfies_not=false"}) {
    const Rules rules = BaseRulesWith({open_ends});
    const std::vector<ScoreCard> cards = AllCards(rules);
    Stream stream(3);
    for (size_t round = 0; round < 400; ++round) {
      std::string text = stream.Below(2) == 0 ? "^" : "";
      const size_t length = 3 + stream.Below(round % 4 == 0 ? 126 : 20);
      const uint32_t colors = 1 + stream.Below(kColors);
      for (size_t i = 0; i < length; ++i) text += kColorLetters[stream.Below(colors)];
      if (stream.Below(2) == 0) text += '$';

      const auto serpent = std::get<Serpent>(ParseCoatl(text));
      std::string expected = "coatl";
      for (const ScoreCard card : cards) expected += "," + IdOf(rules, card);
      expected += "\n" + text;
      for (const Prophecy& prophecy : rules.prophecies()) {
        const int times =
            CountPlain(prophecy.pattern, serpent, rules.config().open_end_satisfies_not);
        int points = 0;
        for (const Level& level : prophecy.levels) {
          if (times >= level.times) points = level.points;
        }
        expected += "," + std::to_string(points);
      }
      for (const Temple& temple : rules.temples()) {
        expected += "," + std::to_string(temple.Points(serpent));
      }
      std::ostringstream out;
      const std::vector<std::string_view> coatls{text};
      WriteScoresCsv(rules, cards, coatls, out);
      ASSERT_EQ(out.str(), expected + "\n");
    }
  }
}

// More coameh than are scored at a time, of all lengths, and cards of both decks in any order: each
// line and column has what the coatl and the card have alone.
TEST(Scores, OfManyCoamehStandInTheirOrder) {
  const Rules rules = BaseRulesWith({});
  const std::vector<ScoreCard> all = AllCards(rules);
  const std::vector<ScoreCard> cards = {all[60], all[48], all[3], all[49], all[5]};
  Stream stream(4);
  std::vector<std::string> texts(300);
  for (std::string& text : texts) {
    const size_t length = 1 + stream.Below(stream.Below(4) == 0 ? 128 : 20);
    for (size_t i = 0; i < length; ++i) text += kColorLetters[stream.Below(3)];
  }
  std::string header = "coatl";
  for (const ScoreCard card : cards) header += "," + IdOf(rules, card);
  std::vector<std::string_view> coatls;
  std::string expected = header + "\n";
  for (size_t i = 0; i < 9000; ++i) {
    const std::string& text = texts[i * i % texts.size()];
    const auto serpent = std::get<Serpent>(ParseCoatl(text));
    coatls.push_back(text);
    expected += text;
    for (const ScoreCard card : cards) {
      const int points = card.deck == ScoreCard::Deck::kProphecies
                             ? rules.matcher().Points(card.index, serpent)
                             : rules.temples()[card.index].Points(serpent);
      expected += "," + std::to_string(points);
    }
    expected += "\n";
  }
  std::ostringstream out;
  WriteScoresCsv(rules, cards, coatls, out);
  EXPECT_EQ(out.str(), expected);
}

}  // namespace
}  // namespace prestige::coatl
