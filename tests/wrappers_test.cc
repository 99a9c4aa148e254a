#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/core/playout.h"
#include "engine/toy/toy.h"
#include "strategies/coatl/card_use.h"
#include "strategies/epsilon.h"
#include "strategies/random.h"
#include "strategies/restrict.h"
#include "tests/coatl_rulesets.h"

namespace prestige {
namespace {

using coatl::CoatlCardUse;
using coatl::CoatlGame;
using coatl::Do;
using toy::ToyGame;
using CoatlRestricted = RestrictedAgent<CoatlGame, CoatlCardUse>;

// --- epsilon

// Always takes the first move.
class FirstAgent final : public Agent<ToyGame> {
 public:
  explicit FirstAgent(std::vector<uint64_t>* keys) : keys_(keys) {}
  void NewGame(uint64_t key) override { keys_->push_back(key); }
  size_t Choose(const toy::View&, const ToyGame::MoveList&) override { return 0; }

 private:
  std::vector<uint64_t>* keys_;
};

std::vector<int> ChoicesWithEpsilon(double probability, int decisions) {
  const toy::Rules rules;
  const toy::State state = ToyGame::Setup(rules, 2, 11);
  ToyGame::MoveList moves;
  moves.push_back({0});
  moves.push_back({1});
  moves.push_back({2});
  moves.push_back({3});
  std::vector<uint64_t> keys;
  EpsilonAgent<ToyGame> agent(std::make_unique<FirstAgent>(&keys), probability);
  agent.NewGame(77);
  EXPECT_EQ(keys, (std::vector<uint64_t>{77}));
  std::vector<int> chosen(moves.size());
  for (int i = 0; i < decisions; ++i) {
    ++chosen[agent.Choose(ToyGame::Observe(rules, state, 0), moves)];
  }
  return chosen;
}

TEST(Epsilon, ErrsAsOftenAsItSays) {
  EXPECT_EQ(ChoicesWithEpsilon(0, 1000), (std::vector<int>{1000, 0, 0, 0}));
  const std::vector<int> chosen = ChoicesWithEpsilon(0.2, 10'000);
  EXPECT_NEAR(chosen[0], 8500, 200);
  for (size_t i = 1; i < chosen.size(); ++i) EXPECT_NEAR(chosen[i], 500, 110);
}

TEST(Epsilon, IsUniformWhenItAlwaysErrs) {
  for (const int count : ChoicesWithEpsilon(1, 10'000)) EXPECT_NEAR(count, 2500, 220);
}

// --- omit and prefer

class Restrict : public ::testing::Test {
 protected:
  static std::unique_ptr<Agent<CoatlGame>> Restricted(CoatlRestricted::Rule rule,
                                                      const std::string& card) {
    return std::make_unique<CoatlRestricted>(std::make_unique<RandomAgent<CoatlGame>>(), rule,
                                             *CoatlCardUse::Find(Rules(), card));
  }

  static const coatl::Rules& Rules() {
    static const coatl::Rules rules = coatl::BaseRulesWith({});
    return rules;
  }

  // Plays random games with the agent at seat 0; `each` sees every decision of that seat.
  static void Play(
      Agent<CoatlGame>& agent, uint64_t games,
      const std::function<void(const coatl::View&, const coatl::MoveList&, size_t)>& each,
      const std::function<void(const EventLog&)>& after = [](const EventLog&) {}) {
    for (uint64_t game = 0; game < games; ++game) {
      coatl::State state = CoatlGame::Setup(Rules(), 2, DealKey(21, game));
      agent.NewGame(game);
      Stream other(game);
      EventLog events;
      const auto choose = [&](const coatl::State& at, const coatl::MoveList& moves) -> size_t {
        if (at.seat != 0) return other.Below(static_cast<uint32_t>(moves.size()));
        const auto view = CoatlGame::Observe(Rules(), at, 0);
        const size_t chosen = agent.Choose(view, moves);
        each(view, moves, chosen);
        return chosen;
      };
      PlayOut<CoatlGame>(Rules(), &state, choose, &events);
      after(events);
    }
  }

  // How many events of seat 0 use the card: keeping it, drawing it from the row, playing it, taking
  // it from a pile.
  static int UsesIn(const EventLog& log, CoatlCardUse::Card card) {
    int uses = 0;
    for (const Event& event : log.events) {
      if (event.seat != 0) continue;
      const auto what = static_cast<Do>(event.what);
      const bool prophecies =
          what == Do::kKeep || (what == Do::kDraw && event.a == 0) || what == Do::kProphecy;
      const bool temples = what == Do::kTemple ||
                           (what == Do::kToken &&
                            event.a == static_cast<uint8_t>(coatl::Sacrifice::kPriestsCommitment));
      if (!(card.is_temple ? temples : prophecies)) continue;
      for (size_t i = 0; i < event.count; ++i) uses += event.values[i] == card.index ? 1 : 0;
    }
    return uses;
  }
};

// A random player sometimes ends up with nothing else to do than to use the card; else it never
// does.
TEST_F(Restrict, OmitNeverUsesTheCard) {
  for (const std::string id : {"P00", "P15", "T02", "T09"}) {
    const auto card = *CoatlCardUse::Find(Rules(), id);
    int uses = 0;
    int by_others = 0;
    const auto agent = Restricted(CoatlRestricted::Rule::kOmit, id);
    Play(
        *agent, 500,
        [&](const coatl::View& view, const coatl::MoveList& moves, size_t chosen) {
          CardUse least = CardUse::kUses;
          for (const coatl::Move& move : moves) {
            least = std::min(least, CoatlCardUse::Of(view, move, card));
          }
          EXPECT_TRUE(CoatlCardUse::Of(view, moves[chosen], card) != CardUse::kUses ||
                      least == CardUse::kUses);
        },
        [&](const EventLog& log) { uses += UsesIn(log, card); });
    EXPECT_LE(uses, 3) << id;
    RandomAgent<CoatlGame> random;
    Play(
        random, 500, [](const auto&, const auto&, size_t) {},
        [&](const EventLog& log) { by_others += UsesIn(log, card); });
    EXPECT_GT(by_others, 30) << id;
  }
}

TEST_F(Restrict, OmitPlaysWhatItMust) {
  const auto agent = Restricted(CoatlRestricted::Rule::kOmit, "P07");
  coatl::State state = CoatlGame::Setup(Rules(), 2, 1);
  coatl::MoveList moves;
  moves.push_back({coatl::MoveKind::kKeep, 7});
  moves.push_back({coatl::MoveKind::kKeep, 7});
  agent->NewGame(1);
  EXPECT_LT(agent->Choose(CoatlGame::Observe(Rules(), state, 0), moves), moves.size());
}

TEST_F(Restrict, PreferUsesTheCardWhereverItCan) {
  for (const std::string id : {"P00", "P15", "T02", "T09"}) {
    const auto card = *CoatlCardUse::Find(Rules(), id);
    int used = 0;
    int given_away = 0;
    const auto agent = Restricted(CoatlRestricted::Rule::kPrefer, id);
    Play(*agent, 500, [&](const coatl::View& view, const coatl::MoveList& moves, size_t chosen) {
      CardUse most = CardUse::kNone;
      for (const coatl::Move& move : moves) {
        most = std::max(most, CoatlCardUse::Of(view, move, card));
      }
      const CardUse use = CoatlCardUse::Of(view, moves[chosen], card);
      EXPECT_TRUE(most <= CardUse::kAway || use == most);
      used += use == CardUse::kUses ? 1 : 0;
      given_away += use == CardUse::kAway ? 1 : 0;
    });
    EXPECT_GT(used, 50) << id;
    EXPECT_EQ(given_away, 0) << id;
  }
}

TEST_F(Restrict, PreferOpensTheActionThatUsesTheCard) {
  // The first prophecy of the row, with room in the hand: draw it, whatever the other agent thinks.
  coatl::State state = CoatlGame::Setup(Rules(), 2, 1);
  NoEvents events;
  while (state.phase == coatl::Phase::kKeep) {
    CoatlGame::Apply(Rules(), &state, {coatl::MoveKind::kDone}, &events);
  }
  const std::string id = Rules().prophecies()[Rules().KindOf(state.row[0])].id;
  const auto agent = Restricted(CoatlRestricted::Rule::kPrefer, id);
  agent->NewGame(1);
  std::vector<std::string> played;
  while (state.seat == 0) {
    coatl::MoveList moves;
    CoatlGame::LegalMoves(Rules(), state, &moves);
    if (played.size() == 2) break;
    const coatl::Move move = moves[agent->Choose(CoatlGame::Observe(Rules(), state, 0), moves)];
    played.push_back(CoatlGame::MoveText(Rules(), move));
    CoatlGame::Apply(Rules(), &state, move, &events);
  }
  EXPECT_EQ(played, (std::vector<std::string>{"draw", "draw row " + id}));
}

TEST_F(Restrict, FindsCardsByTheirIds) {
  EXPECT_FALSE(CoatlCardUse::Find(Rules(), "P00")->is_temple);
  EXPECT_TRUE(CoatlCardUse::Find(Rules(), "T14")->is_temple);
  EXPECT_EQ(CoatlCardUse::Find(Rules(), "T14")->index, 14);
  EXPECT_FALSE(CoatlCardUse::Find(Rules(), "P99").has_value());
}

}  // namespace
}  // namespace prestige
