#include "strategies/coatl/search_policy.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/core/event.h"

namespace prestige::coatl {
namespace {

// All of these were measured in matches against planner.
constexpr double kPlannerWeight = 0.5;  // the rest is shared by all moves
constexpr double kMargin = 0.8;         // of the worth: points ahead rather than the win alone
constexpr double kScale = 10;
constexpr int kTurns = 8;   // of all seats together, that are played out
constexpr int kToken = 50;  // what a token is worth that is not spent, in hundredths of a point

constexpr LayoutAgentParameters kFast{kPlanner.turn, kGreedy.width, kGreedy.patience, false};

}  // namespace

LayoutPolicy::LayoutPolicy(const Rules& rules) : planner_(rules, kPlanner), fast_(rules, kFast) {}

void LayoutPolicy::Weigh(const Rules& rules, const State& state, const MoveList& moves,
                         std::span<double> weights) {
  planner_.NewGame(0);
  const size_t chosen = planner_.Choose(CoatlGame::Observe(rules, state, state.seat), moves);
  std::fill(weights.begin(), weights.end(),
            (1 - kPlannerWeight) / static_cast<double>(weights.size()));
  weights[chosen] += kPlannerWeight;
}

SeatValues LayoutPolicy::PlayOut(const Rules& rules, State* state, Stream&) {
  // Another world: what was thought of the same turn there is of no use here.
  fast_.NewGame(0);
  NoEvents events;
  MoveList moves;
  const int stop = state->turns + kTurns;
  while (!CoatlGame::IsTerminal(*state)) {
    // Where the first seat is to act, all have had as many turns. The last turns are played, and so
    // is a solo game, where nobody else builds.
    if (state->turns >= stop && state->seat == 0 && state->phase == Phase::kAction &&
        state->end == End::kNone && state->player_count > 1) {
      return Estimate(rules, *state);
    }
    CoatlGame::LegalMoves(rules, *state, &moves);
    size_t index = 0;
    if (moves.size() > 1) {
      index = fast_.Choose(CoatlGame::Observe(rules, *state, state->seat), moves);
    }
    CoatlGame::Apply(rules, state, moves[index], &events);
  }
  return ValuesOf(CoatlGame::OutcomeOf(rules, *state), kMargin, kScale);
}

SeatValues LayoutPolicy::Estimate(const Rules& rules, const State& state) {
  Outcome standing;
  standing.seats = state.player_count;
  for (size_t seat = 0; seat < state.player_count; ++seat) {
    const View view = CoatlGame::Observe(rules, state, static_cast<int>(seat));
    standing.points[seat] =
        fast_.Estimate(view) + kToken * std::popcount(unsigned{state.tokens[seat]});
  }
  return ValuesOf(standing, 1, 100 * kScale);
}

}  // namespace prestige::coatl
