#include "engine/splendor/game.h"

namespace prestige::splendor {

Outcome SplendorGame::OutcomeOf(const Rules&, const State& state) {
  Outcome outcome;
  outcome.seats = state.player_count;
  for (size_t seat = 0; seat < state.player_count; ++seat) {
    outcome.points[seat] = state.players[seat].points;
  }
  // Most points; then fewest development cards.
  outcome.RankBy([&](int a, int b) {
    const Player& x = state.players[static_cast<size_t>(a)];
    const Player& y = state.players[static_cast<size_t>(b)];
    return x.points != y.points ? x.points > y.points : x.cards < y.cards;
  });
  return outcome;
}

}  // namespace prestige::splendor
