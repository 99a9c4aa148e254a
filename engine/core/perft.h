#pragma once

#include <cstdint>

#include "engine/core/game.h"

namespace prestige {

// How many paths of `depth` moves lead on from a position (a finished game is one path, however
// short): the number that tells two engines apart when they disagree on any legal move. Chance is
// fixed by the deal, so it does not branch.
template <Game G>
uint64_t Perft(const typename G::Rules& rules, const typename G::State& state, int depth) {
  if (depth == 0 || G::IsTerminal(state)) return 1;
  typename G::MoveList moves;
  G::LegalMoves(rules, state, &moves);
  if (depth == 1) return moves.size();
  uint64_t paths = 0;
  NoEvents events;
  for (const auto& move : moves) {
    typename G::State next = state;
    G::Apply(rules, &next, move, &events);
    paths += Perft<G>(rules, next, depth - 1);
  }
  return paths;
}

}  // namespace prestige
