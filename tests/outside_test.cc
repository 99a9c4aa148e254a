// What outside strategies are shown and how strategies are spelled. Their manners are tested
// through the program, in tests/python/test_outside.py.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/core/outcome.h"
#include "engine/core/playout.h"
#include "sim/coatl/view_json.h"
#include "sim/config/strategy_spec.h"
#include "tests/coatl_rulesets.h"

namespace prestige {
namespace {

using coatl::CoatlGame;
using Json = nlohmann::ordered_json;

// Calls f(state) for every position of some random games.
template <class F>
void ForPositions(const coatl::Rules& rules, int players, const F& f) {
  for (uint64_t deal = 0; deal < 5; ++deal) {
    coatl::State state = CoatlGame::Setup(rules, players, DealKey(31, deal));
    Stream stream(deal);
    NoEvents events;
    while (!CoatlGame::IsTerminal(state)) {
      f(state);
      const coatl::Choices choices(rules, state);
      CoatlGame::Apply(rules, &state, choices[stream.Below(static_cast<uint32_t>(choices.size()))],
                       &events);
    }
  }
}

TEST(ViewJson, ShowsNothingHidden) {
  const coatl::Rules rules = coatl::BaseRulesWith({});
  Stream stream(1);
  ForPositions(rules, 3, [&](const coatl::State& state) {
    for (int seat = 0; seat < 3; ++seat) {
      const auto view = CoatlGame::Observe(rules, state, seat);
      const coatl::State other = CoatlGame::Resample(view, stream);
      EXPECT_EQ(coatl::ViewJson(view), coatl::ViewJson(CoatlGame::Observe(rules, other, seat)));
    }
  });
}

TEST(ViewJson, ShowsAllThatIsThere) {
  const coatl::Rules rules = coatl::BaseRulesWith({});
  ForPositions(rules, 2, [&](const coatl::State& state) {
    const Json json = coatl::ViewJson(CoatlGame::Observe(rules, state, state.seat));
    // Pieces are conserved: what is in the bags, on the spaces, on boards and coameh is all of
    // them.
    size_t pieces = 0;
    for (const Json& count : json.at("bag")) pieces += count.get<size_t>();
    for (const Json& space : json.at("supply")) pieces += space.size();
    size_t prophecies =
        json.at("row").size() + json.at("deck").get<size_t>() + json.at("discards").size();
    size_t temples = 0;
    for (const Json& pile : json.at("piles")) temples += pile.is_null() ? 0U : 1U;
    for (const Json& below : json.at("below")) temples += below.get<size_t>();
    for (const Json& player : json.at("players")) {
      pieces += player.at("board").size();
      prophecies += player.at("hand").get<size_t>();
      temples += player.at("temples").get<size_t>();
      for (const Json& coatl : player.at("coameh")) {
        pieces += coatl.at("pieces").size();
        prophecies += coatl.at("prophecies").size();
        temples += coatl.at("temple").is_null() ? 0U : 1U;
      }
    }
    EXPECT_EQ(pieces, 150U);
    EXPECT_EQ(temples, 15U);
    // Cards put aside in a decision of several are nowhere else while an opening hand is chosen,
    // and among the discards otherwise.
    if (json.at("phase") == "keep") prophecies += json.at("chosen").size();
    EXPECT_EQ(prophecies, 54U);
    EXPECT_EQ(json.at("hand").size(), json.at("players").at(state.seat).at("hand"));
  });
}

TEST(ViewJson, TellsTheDecksWhenAGameBegins) {
  const Json json = coatl::NewGameJson(coatl::BaseRulesWith({}));
  EXPECT_EQ(json.at("ruleset"), "base");
  EXPECT_EQ(json.at("prophecies").size(), 49U);
  EXPECT_EQ(json.at("prophecies").at("P08").dump(),
            R"({"pattern":"!G G G !G","levels":[[1,2],[2,5]]})");
  EXPECT_EQ(json.at("temples").at("T09").dump(),
            R"({"requirements":["equal B Y","length 12"],"one":3,"both":7})");
}

TEST(Outcome, AForfeitLeavesTheWinToTheOthers) {
  Outcome outcome;
  outcome.seats = 3;
  outcome.points = {9, 5, 5};
  outcome.Forfeit(0);
  EXPECT_EQ(outcome.win12, (std::array<int, kMaxSeats>{0, 6, 6, 0}));
  EXPECT_EQ(outcome.rank, (std::array<int, kMaxSeats>{3, 1, 1, 0}));
  EXPECT_EQ(outcome.points[0], 9);
}

constexpr std::array<Parameter, 2> kParameters{{
    {"iterations", 100, 1, 1000, true, "tries", false},
    {"time", 0, 0, 10, true, "milliseconds", true},
}};
constexpr std::array<StrategyInfo, 2> kKnown{{{"random", "", {}}, {"search", "", kParameters}}};

std::string SpellingOf(std::string_view text) {
  const auto spec = ParseStrategy(text, kKnown);
  return spec.ok() ? spec->text : "error: " + std::string(spec.status().message());
}

TEST(StrategySpec, WrappedAndOutsideStrategiesHaveOneSpelling) {
  EXPECT_EQ(SpellingOf("epsilon(random,0.10)"), "epsilon(random,0.1)");
  EXPECT_EQ(SpellingOf("omit(search:iterations=100,P07)"), "omit(search,P07)");
  EXPECT_EQ(SpellingOf("epsilon(prefer(search:iterations=7,T01),1e-1)"),
            "epsilon(prefer(search:iterations=7,T01),0.1)");
  EXPECT_EQ(SpellingOf("lib:./mine.so"), "lib:./mine.so");
  EXPECT_EQ(SpellingOf("exec:./mine   --fast "), "exec:./mine --fast");
  EXPECT_EQ(SpellingOf("epsilon(exec:./mine --fast,0.5)"), "epsilon(exec:./mine --fast,0.5)");
}

TEST(StrategySpec, KnowsWhatCanBeRepeated) {
  const auto repeatable = [](std::string_view text) {
    return ParseStrategy(text, kKnown)->repeatable;
  };
  EXPECT_TRUE(repeatable("search:iterations=5"));
  EXPECT_TRUE(repeatable("search:time=0"));
  EXPECT_FALSE(repeatable("search:time=5"));
  EXPECT_FALSE(repeatable("epsilon(search:time=5,0.1)"));
  EXPECT_TRUE(repeatable("lib:./mine.so"));
  EXPECT_FALSE(repeatable("omit(exec:./mine,P07)"));
}

TEST(StrategySpec, NamesWhatIsWrong) {
  EXPECT_EQ(SpellingOf("lib:"), "error: lib: there is no file");
  EXPECT_EQ(SpellingOf("exec: "), "error: exec: there is no command");
  EXPECT_EQ(SpellingOf("epsilon(random,2)"),
            "error: epsilon(random,2): the probability is '2'; allowed: 0 to 1");
  EXPECT_EQ(SpellingOf("epsilon(random)"),
            "error: epsilon(random): allowed: epsilon(X,P), where X is a strategy");
  EXPECT_EQ(
      SpellingOf("epsilon(rndom,0.1)"),
      "error: no strategy 'rndom'; allowed: random, search, and what `prestige list` shows for "
      "any game; did you mean 'random'?");
  EXPECT_EQ(SpellingOf("epsilom(random,0.1)"),
            "error: 'epsilom(random,0.1)' is no wrapped strategy; allowed: epsilon(X,P), "
            "omit(X,CARD), prefer(X,CARD); did you mean 'epsilon'?");
  EXPECT_EQ(SpellingOf("omit(random,P07"), "error: 'omit(random,P07' does not end in ')'");
}

}  // namespace
}  // namespace prestige
