// Runs the rules cases of tests/rules/splendor: one test a case, named by it. README.md there tells
// how to read them.

#include <gtest/gtest.h>

#include <toml++/toml.h>
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/splendor/game.h"
#include "tests/rules_cases.h"
#include "tests/splendor_position.h"
#include "tests/splendor_rulesets.h"

namespace prestige::splendor {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(PRESTIGE_SOURCE_DIR) / "tests" / "rules" / "splendor";

const testing::RulesFiles& Files() {
  static const testing::RulesFiles files = testing::ReadRulesFiles(kFolder);
  return files;
}

using testing::TextsAt;

// The parts of a state that a case can speak of.
const testing::StateFieldMap<SplendorGame>& StateFields() {
  using Texts = std::vector<std::string>;
  static const auto fields = [] {
    testing::StateFieldsBuilder<SplendorGame> all;
    const auto player = [](const State& s, int seat) -> const Player& {
      return s.players[static_cast<size_t>(seat)];
    };
    all.AddCommon();
    all.One("end", true, [](const Rules&, const State& s) { return std::string(EndText(s.end)); });
    all.NumberBySeat("points",
                     [=](const Rules&, const State& s, int i) { return player(s, i).points; });
    all.NumberBySeat("cards",
                     [=](const Rules&, const State& s, int i) { return player(s, i).cards; });

    all.One("bank", false, [](const Rules&, const State& s) { return GemsText(s.bank); });
    all.List("table", false, [](const Rules& r, const State& s) {
      return Texts{RowText(r, s, 0), RowText(r, s, 1), RowText(r, s, 2)};
    });
    all.List("deck_sizes", true, [](const Rules&, const State& s) {
      Texts sizes;
      for (const uint8_t size : s.deck_size) sizes.push_back(std::to_string(size));
      return sizes;
    });
    all.One("nobles", false,
            [](const Rules& r, const State& s) { return NoblesText(r, s.nobles); });

    all.BySeat("tokens", false,
               [=](const Rules&, const State& s, int i) { return GemsText(player(s, i).tokens); });
    all.BySeat("bonuses", false,
               [=](const Rules&, const State& s, int i) { return GemsText(player(s, i).bonuses); });
    all.BySeat("reserved", true,
               [=](const Rules& r, const State& s, int i) { return HandText(r, player(s, i)); });
    all.BySeat("received", false, [=](const Rules& r, const State& s, int i) {
      return NoblesText(r, player(s, i).nobles);
    });
    return all.Take();
  }();
  return fields;
}

// The printed game with the changes that the case asks for.
Rules RulesOf(const toml::table& test) {
  const Rules base = BaseRulesWith(TextsAt(test, "set"));
  if (!test.contains("only_developments")) return base;
  std::vector<Development> kept;
  for (const std::string& id : testing::WordsOf(TextsAt(test, "only_developments").at(0))) {
    const auto card = base.FindDevelopment(id);
    if (!card) testing::FailCase("no card '" + id + "'");
    kept.push_back(base.developments()[*card]);
  }
  return Rules(base.name(), base.config(), kept, base.nobles());
}

struct Traits {
  using Game = SplendorGame;
  static const testing::StateFieldMap<SplendorGame>& Fields() { return StateFields(); }
  static std::string EventText(const Rules& rules, const Event& event) {
    return splendor::EventText(rules, event);
  }
  static State BuildPosition(const Rules& rules, int players, const toml::table& given,
                             uint64_t key) {
    return splendor::BuildPosition(rules, players, given, key);
  }
};

class SplendorRules : public ::testing::TestWithParam<testing::RulesFileCase> {};

TEST_P(SplendorRules, Case) {
  const toml::table& test = GetParam().table;
  SCOPED_TRACE(GetParam().file + ", line " + std::to_string(GetParam().line) + ": " +
               testing::RequiredText(test, "rule"));
  const Rules rules = RulesOf(test);
  testing::RunCase(GetParam(), {"only_developments"},
                   {{"steps", [&] { testing::PlaySteps<Traits>(rules, test); }},
                    {"other", [&] { testing::CompareViews<Traits>(rules, test); }}});
}

INSTANTIATE_TEST_SUITE_P(, SplendorRules, ::testing::ValuesIn(Files().cases),
                         [](const auto& tested) { return tested.param.name; });

TEST(SplendorRulesFiles, CanBeRead) { testing::ExpectFilesCanBeRead(Files()); }
TEST(SplendorRulesFiles, EverySentenceHasACase) {
  testing::ExpectEverySentenceHasACase(kFolder, Files());
}

}  // namespace
}  // namespace prestige::splendor
