#include "engine/coatl/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/coatl/serpent.h"
#include "engine/core/rng.h"
#include "tests/matcher_testing.h"

namespace prestige::coatl {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<size_t> ErrorColumns(std::string_view text) {
  auto parsed = ParsePattern(text);
  std::vector<size_t> columns;
  if (const auto* errors = std::get_if<std::vector<PatternError>>(&parsed)) {
    for (const PatternError& error : *errors) columns.push_back(error.column);
  }
  return columns;
}

std::string FirstMessage(std::string_view text) {
  auto parsed = ParsePattern(text);
  const auto* errors = std::get_if<std::vector<PatternError>>(&parsed);
  return errors ? errors->front().message : "";
}

TEST(Pattern, ReadsEveryTokenOfTheLanguage) {
  EXPECT_EQ(MustParse("!Y R K+ *+ G !B").tokens,
            (std::vector<Token>{{TokenKind::kNot, Color::kYellow},
                                {TokenKind::kOne, Color::kRed},
                                {TokenKind::kPlus, Color::kBlack},
                                {TokenKind::kAnyPlus, Color::kYellow},
                                {TokenKind::kOne, Color::kGreen},
                                {TokenKind::kNot, Color::kBlue}}));
  EXPECT_EQ(MustParse("#K").tokens, (std::vector<Token>{{TokenKind::kCount, Color::kBlack}}));
}

TEST(Pattern, SpacesBetweenTokensMayBeSeveral) {
  EXPECT_EQ(ToString(MustParse("  Y   R+ G ")), "Y R+ G");
}

TEST(Pattern, MinLengthCountsPiecesNotFrames) {
  EXPECT_EQ(MinLength(MustParse("!G G+ *+ Y !G")), 3U);
  EXPECT_EQ(MinLength(MustParse("#G")), 1U);
}

TEST(Pattern, WhatIsAllowed) {
  for (const char* text : {"Y", "Y+", "#B", "!Y R", "R !Y", "!Y Y+ !Y", "Y *+ Y", "Y+ *+ R+",
                           "Y *+ R *+ Y", "!Y Y+ R *+ G+ !G"}) {
    EXPECT_THAT(ErrorColumns(text), IsEmpty()) << text;
  }
}

TEST(Pattern, CountStandsAlone) {
  EXPECT_THAT(ErrorColumns("#Y R"), ElementsAre(0));
  EXPECT_THAT(ErrorColumns("R #Y"), ElementsAre(2));
  EXPECT_THAT(ErrorColumns("#Y #Y"), ElementsAre(0, 3));
  EXPECT_THAT(ErrorColumns("!Y #Y"), ElementsAre(3));
}

TEST(Pattern, NotStandsFirstOrLastOneOnEachSide) {
  EXPECT_THAT(ErrorColumns("Y !R Y"), ElementsAre(2));
  EXPECT_THAT(ErrorColumns("!Y !R Y"), ElementsAre(3));
  EXPECT_THAT(ErrorColumns("Y !R !Y"), ElementsAre(2));
}

TEST(Pattern, AnyPlusStandsBetweenColours) {
  EXPECT_THAT(ErrorColumns("*+ Y"), ElementsAre(0));
  EXPECT_THAT(ErrorColumns("Y *+"), ElementsAre(2));
  EXPECT_THAT(ErrorColumns("!Y *+ Y"), ElementsAre(3));
  EXPECT_THAT(ErrorColumns("Y *+ !Y"), ElementsAre(2));
  EXPECT_THAT(ErrorColumns("Y *+ *+ Y"), ElementsAre(2, 5));
}

TEST(Pattern, AsksForAtLeastOneColour) {
  EXPECT_THAT(ErrorColumns(""), ElementsAre(0));
  EXPECT_THAT(ErrorColumns("   "), ElementsAre(0));
  EXPECT_THAT(ErrorColumns("!Y"), ElementsAre(0));
  EXPECT_THAT(ErrorColumns("!Y !R"), ElementsAre(0));
}

TEST(Pattern, EveryErrorIsReportedWithWhatIsAllowed) {
  EXPECT_THAT(ErrorColumns("*+ X Y !R y+ Y++ #Y"), ElementsAre(0, 3, 7, 10, 13, 17));
  EXPECT_THAT(FirstMessage("Y Q"), HasSubstr("'Q'"));
  EXPECT_THAT(FirstMessage("Y Q"), HasSubstr("allowed are #C, C, C+, *+ and !C"));
  EXPECT_THAT(FirstMessage("Y\tR"), HasSubstr("unknown token"));
}

TEST(Pattern, NoLongerThanTheLongestCoatl) {
  std::string text = "Y";
  for (size_t i = 1; i < kMaxLength; ++i) text += " Y";
  EXPECT_THAT(ErrorColumns(text), IsEmpty());
  EXPECT_THAT(ErrorColumns("!R " + text + " !R"), IsEmpty());
  EXPECT_THAT(ErrorColumns(text + " R+"), ElementsAre(text.size() + 1));
}

TEST(Pattern, RandomPatternsReadBackAsTheyAreSpelled) {
  Stream stream(DealKey(1, 0));
  for (int i = 0; i < 2000; ++i) {
    const Pattern pattern = RandomPattern(stream, RandomPalette(stream));
    EXPECT_EQ(MustParse(ToString(pattern)), pattern) << ToString(pattern);
  }
}

TEST(Pattern, RandomBytesGiveAPatternOrErrorsInside) {
  constexpr std::string_view kAlphabet = "YRKGB#!*+ x\t\xFF";
  Stream stream(DealKey(2, 0));
  for (int i = 0; i < 20000; ++i) {
    std::string text(stream.Below(12), ' ');
    for (char& c : text) c = kAlphabet[stream.Below(static_cast<uint32_t>(kAlphabet.size()))];
    auto parsed = ParsePattern(text);
    if (const auto* pattern = std::get_if<Pattern>(&parsed)) {
      EXPECT_EQ(MustParse(ToString(*pattern)), *pattern) << text;
    } else {
      const auto& errors = std::get<std::vector<PatternError>>(parsed);
      ASSERT_FALSE(errors.empty()) << text;
      for (const PatternError& error : errors) EXPECT_LE(error.column, text.size()) << text;
    }
  }
}

}  // namespace
}  // namespace prestige::coatl
