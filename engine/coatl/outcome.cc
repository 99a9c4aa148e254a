#include <algorithm>
#include <tuple>

#include "engine/coatl/game.h"

namespace prestige::coatl {

Score ScoreOf(const State& state, int seat) {
  if (state.player_count == 1 && seat == kMarcoSeat) {
    const Marco& marco = state.marco;
    return {marco.points, static_cast<int>(marco.completed.size()), marco.best};
  }
  const Player& player = state.players[static_cast<size_t>(seat)];
  Score score;
  for (size_t c = 0; c < player.coatl_count; ++c) {
    const Coatl& coatl = player.coatls[c];
    if (!coatl.finished) continue;
    score.points += coatl.points;
    score.cards += static_cast<int>(coatl.prophecies.size()) + (coatl.temple != kNoCard ? 1 : 0);
    score.best = std::max(score.best, static_cast<int>(coatl.points));
  }
  return score;
}

Outcome CoatlGame::OutcomeOf(const Rules&, const State& state) {
  Outcome outcome;
  const bool solo = state.player_count == 1;
  outcome.seats = solo ? 2 : state.player_count;
  std::array<Score, prestige::coatl::kMaxPlayers> scores;
  for (int seat = 0; seat < outcome.seats; ++seat) {
    scores[static_cast<size_t>(seat)] = ScoreOf(state, seat);
    outcome.points[static_cast<size_t>(seat)] = scores[static_cast<size_t>(seat)].points;
  }
  outcome.RankBy([&](int a, int b) {
    const Score& x = scores[static_cast<size_t>(a)];
    const Score& y = scores[static_cast<size_t>(b)];
    // The player needs strictly more points.
    if (solo && x.points == y.points) return a > b;
    return std::tie(x.points, x.cards, x.best) > std::tie(y.points, y.cards, y.best);
  });
  return outcome;
}

}  // namespace prestige::coatl
