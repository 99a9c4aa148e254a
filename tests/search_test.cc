#include "strategies/search.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/core/playout.h"
#include "engine/toy/toy.h"
#include "strategies/coatl/search_policy.h"
#include "strategies/random.h"
#include "tests/coatl_rulesets.h"
#include "tests/count_allocations.h"

namespace prestige {
namespace {

using coatl::CoatlGame;
using toy::ToyGame;
using InformedSearch = SearchAgent<CoatlGame, coatl::LayoutPolicy>;

// The toy game with cards of one number alone hides nothing, so its worth is known exactly: to draw
// a card denies it to the other, to play one is a step or two, as the wind is.
toy::Rules OpenRules() {
  toy::Rules rules;
  rules.numbers = 1;
  rules.copies = 9;
  rules.deal = 2;
  rules.hand_limit = 4;
  rules.goal = 6;
  return rules;
}

class ExactToy {
 public:
  explicit ExactToy(const toy::Rules& rules) : rules_(rules) {}

  struct Position {
    std::array<int, 2> place{};
    std::array<int, 2> hand{};
    int deck = 0;
    size_t seat = 0;
    auto operator<=>(const Position&) const = default;
  };

  static Position Of(const toy::State& state) {
    return {{state.place[0], state.place[1]},
            {state.hands[0][0], state.hands[1][0]},
            state.deck[0],
            state.seat};
  }

  // The win share of the seat to act if it draws or plays now, and both play perfectly from then
  // on.
  double Draw(Position position) {
    --position.deck;
    ++position.hand[position.seat];
    return After(position);
  }
  double Play(Position position) {
    --position.hand[position.seat];
    double sum = 0;
    for (const int wind : {0, 1}) {
      Position next = position;
      next.place[next.seat] += 1 + wind;
      sum += After(next);
    }
    return sum / 2;
  }
  double Best(const Position& position) {
    const auto known = worth_.find(position);
    if (known != worth_.end()) return known->second;
    double best = 0;
    if (CanDraw(position)) best = std::max(best, Draw(position));
    if (position.hand[position.seat] > 0) best = std::max(best, Play(position));
    worth_[position] = best;
    return best;
  }

 private:
  bool CanDraw(const Position& position) const {
    return position.deck > 0 && position.hand[position.seat] < rules_.hand_limit;
  }
  // What is left to the seat that has just moved.
  double After(Position position) {
    const size_t seat = position.seat;
    const bool over = position.place[seat] >= rules_.goal ||
                      position.deck + position.hand[0] + position.hand[1] == 0;
    if (over) {
      const int lead = position.place[seat] - position.place[1 - seat];
      return lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    }
    do {
      position.seat = 1 - position.seat;
    } while (position.deck == 0 && position.hand[position.seat] == 0);
    const double best = Best(position);
    return position.seat == seat ? best : 1 - best;
  }

  toy::Rules rules_;
  std::map<Position, double> worth_;
};

// How much of its win share a player gives away in a decision, on average over those of random
// games where it matters.
double MeanRegret(const toy::Rules& rules, Agent<ToyGame>& player) {
  ExactToy exact(rules);
  Stream stream(3);
  double regret = 0;
  int decisions = 0;
  for (uint64_t deal = 0; deal < 100; ++deal) {
    toy::State state = ToyGame::Setup(rules, 2, DealKey(4, deal));
    player.NewGame(deal);
    NoEvents events;
    toy::ToyGame::MoveList moves;
    while (!ToyGame::IsTerminal(state)) {
      ToyGame::LegalMoves(rules, state, &moves);
      if (moves.size() == 2) {
        const ExactToy::Position position = ExactToy::Of(state);
        const std::array<double, 2> worth{exact.Draw(position), exact.Play(position)};
        if (std::abs(worth[0] - worth[1]) > 0.02) {
          const size_t chosen =
              player.Choose(ToyGame::Observe(rules, state, ToyGame::SeatToAct(state)), moves);
          regret += exact.Best(position) - worth[chosen];
          ++decisions;
        }
      }
      const auto any = stream.Below(static_cast<uint32_t>(moves.size()));
      ToyGame::Apply(rules, &state, moves[any], &events);
    }
  }
  EXPECT_GT(decisions, 100);
  return regret / decisions;
}

TEST(Search, ComesCloseToExactPlay) {
  const toy::Rules rules = OpenRules();
  RandomAgent<ToyGame> random;
  const double by_chance = MeanRegret(rules, random);
  EXPECT_GT(by_chance, 0.05);
  SearchAgent<ToyGame> search(SearchConfig{.iterations = 3000}, RandomPolicy<ToyGame>{.margin = 0});
  EXPECT_LT(MeanRegret(rules, search), 0.01);
}

TEST(Search, MoreIterationsPlayBetter) {
  const toy::Rules rules = OpenRules();
  SearchAgent<ToyGame> little(SearchConfig{.iterations = 4}, RandomPolicy<ToyGame>{.margin = 0});
  SearchAgent<ToyGame> much(SearchConfig{.iterations = 400}, RandomPolicy<ToyGame>{.margin = 0});
  EXPECT_LT(MeanRegret(rules, much), MeanRegret(rules, little));
}

// The win share in twelfths of agent number 0, who plays `games` games from every seat in turn.
template <class G>
int WinsOf(const typename G::Rules& rules, std::vector<Agent<G>*> agents, uint64_t games) {
  int wins = 0;
  const size_t players = agents.size();
  for (uint64_t game = 0; game < games; ++game) {
    const uint64_t key = DealKey(9, game / players);
    const size_t first = game % players;
    auto state = G::Setup(rules, static_cast<int>(players), key);
    for (size_t i = 0; i < players; ++i) agents[i]->NewGame(SplitKey(key, i));
    NoEvents events;
    const auto choose = [&](const typename G::State& at, const typename G::MoveList& moves) {
      const int seat = G::SeatToAct(at);
      Agent<G>& agent = *agents[(static_cast<size_t>(seat) + players - first) % players];
      const size_t chosen = agent.Choose(G::Observe(rules, at, seat), moves);
      EXPECT_LT(chosen, moves.size());
      return chosen;
    };
    PlayOut<G>(rules, &state, choose, &events);
    wins += G::OutcomeOf(rules, state).win12[first];
  }
  return wins;
}

TEST(Search, BeatsRandomPlayAmongAnyNumberOfSeats) {
  const toy::Rules rules;
  SearchAgent<ToyGame> search(SearchConfig{.iterations = 100});
  for (const size_t players : {2U, 3U, 4U}) {
    RandomAgent<ToyGame> random;
    std::vector<Agent<ToyGame>*> agents(players, &random);
    agents[0] = &search;
    const uint64_t games = 120 * players;
    EXPECT_GT(WinsOf<ToyGame>(rules, agents, games),
              static_cast<int>(12 * games * 6 / (5 * players)))
        << players << " players";
  }
}

TEST(Search, BeatsRandomPlayInCoatl) {
  const coatl::Rules rules = coatl::BaseRulesWith({});
  SearchAgent<CoatlGame> search(SearchConfig{.iterations = 60});
  RandomAgent<CoatlGame> random;
  EXPECT_GE(WinsOf<CoatlGame>(rules, {&search, &random}, 8), 12 * 7);
}

// The choice is a function of what the seat sees and of its stream: in any other world that looks
// the same it is the same.
template <class G>
void ExpectBlindToHidden(const typename G::Rules& rules, Agent<G>& search) {
  Stream stream(5);
  for (uint64_t deal = 0; deal < 4; ++deal) {
    auto state = G::Setup(rules, 3, DealKey(6, deal));
    NoEvents events;
    typename G::MoveList moves;
    int decision = 0;
    while (!G::IsTerminal(state)) {
      G::LegalMoves(rules, state, &moves);
      if (moves.size() > 1 && decision++ % 7 == 0) {
        const int seat = G::SeatToAct(state);
        const auto view = G::Observe(rules, state, seat);
        const auto other = G::Resample(view, stream);
        search.NewGame(deal);
        const size_t chosen = search.Choose(view, moves);
        search.NewGame(deal);
        EXPECT_EQ(search.Choose(G::Observe(rules, other, seat), moves), chosen);
      }
      const auto any = stream.Below(static_cast<uint32_t>(moves.size()));
      G::Apply(rules, &state, moves[any], &events);
    }
  }
}

TEST(Search, SeesTheViewAlone) {
  SearchAgent<ToyGame> toy_search(SearchConfig{.iterations = 30});
  ExpectBlindToHidden<ToyGame>(toy::Rules{}, toy_search);
  const coatl::Rules rules = coatl::BaseRulesWith({});
  SearchAgent<CoatlGame> search(SearchConfig{.iterations = 8});
  ExpectBlindToHidden<CoatlGame>(rules, search);
  InformedSearch informed(SearchConfig{.iterations = 4}, coatl::LayoutPolicy(rules));
  ExpectBlindToHidden<CoatlGame>(rules, informed);
}

// What is left of the iterations is not spent once it cannot change the choice, and the small
// decisions of one action share a tree.
TEST(Search, SpendsNoMoreThanItMust) {
  const coatl::Rules rules = coatl::BaseRulesWith({});
  InformedSearch search(SearchConfig{.iterations = 40}, coatl::LayoutPolicy(rules));
  RandomAgent<CoatlGame> random;
  uint64_t decisions = 0;
  coatl::State state = CoatlGame::Setup(rules, 2, 5);
  search.NewGame(1);
  random.NewGame(1);
  NoEvents events;
  const auto choose = [&](const coatl::State& at, const coatl::MoveList& moves) {
    const auto view = CoatlGame::Observe(rules, at, at.seat);
    if (at.seat != 0) return random.Choose(view, moves);
    ++decisions;
    const uint64_t before = search.playouts();
    const size_t chosen = search.Choose(view, moves);
    EXPECT_GE(search.playouts(), before + 1);
    EXPECT_LE(search.playouts(), before + 40);
    return chosen;
  };
  PlayOut<CoatlGame>(rules, &state, choose, &events);
  EXPECT_LT(search.playouts(), decisions * 30);
}

TEST(Search, KeepsToTheMovesItIsGiven) {
  const coatl::Rules rules = coatl::BaseRulesWith({});
  const coatl::State state = CoatlGame::Setup(rules, 2, 1);
  const auto view = CoatlGame::Observe(rules, state, 0);
  coatl::MoveList legal;
  CoatlGame::LegalMoves(rules, state, &legal);
  ASSERT_GT(legal.size(), 2U);
  SearchAgent<CoatlGame> search(SearchConfig{.iterations = 20});
  for (size_t without = 0; without < legal.size(); ++without) {
    coatl::MoveList moves;
    for (size_t i = 0; i < legal.size(); ++i) {
      if (i != without) moves.push_back(legal[i]);
    }
    search.NewGame(1);
    EXPECT_LT(search.Choose(view, moves), moves.size());
  }
}

TEST(Search, AllocatesNothingForADecision) {
  const coatl::Rules rules = coatl::BaseRulesWith({});
  const coatl::State state = CoatlGame::Setup(rules, 2, 1);
  const auto view = CoatlGame::Observe(rules, state, 0);
  coatl::MoveList moves;
  CoatlGame::LegalMoves(rules, state, &moves);
  SearchAgent<CoatlGame> search(SearchConfig{.iterations = 100});
  const size_t before = testing::Allocations();
  search.NewGame(1);
  search.Choose(view, moves);
  EXPECT_EQ(testing::Allocations(), before);
}

TEST(Search, StopsWhenItsTimeIsOver) {
  const coatl::Rules rules = coatl::BaseRulesWith({});
  const coatl::State state = CoatlGame::Setup(rules, 2, 1);
  const auto view = CoatlGame::Observe(rules, state, 0);
  coatl::MoveList moves;
  CoatlGame::LegalMoves(rules, state, &moves);
  SearchAgent<CoatlGame> search(SearchConfig{.time = std::chrono::milliseconds(20)});
  search.NewGame(1);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_LT(search.Choose(view, moves), moves.size());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(20));
  EXPECT_GT(search.playouts(), 1U);
}

TEST(Search, ValuesWinAndLead) {
  Outcome outcome;
  outcome.seats = 3;
  outcome.points = {30, 20, 20};
  outcome.RankBy([&](int a, int b) {
    return outcome.points[static_cast<size_t>(a)] > outcome.points[static_cast<size_t>(b)];
  });
  const SeatValues won = ValuesOf(outcome, 0, 10);
  EXPECT_DOUBLE_EQ(won[0], 1);
  EXPECT_DOUBLE_EQ(won[1], 0);
  const SeatValues mixed = ValuesOf(outcome, 0.5, 10);
  EXPECT_DOUBLE_EQ(mixed[0], 0.5 + 0.5 * 0.75);
  EXPECT_DOUBLE_EQ(mixed[1], 0.5 * 0.25);
  EXPECT_DOUBLE_EQ(mixed[2], mixed[1]);
}

}  // namespace
}  // namespace prestige
