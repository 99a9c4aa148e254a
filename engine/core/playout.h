#pragma once

#include <cstdint>
#include <span>

#include "engine/core/check.h"
#include "engine/core/game.h"

namespace prestige {

// Plays a game to its end. `choose(state, moves)` answers the index of a move and is asked only
// where there are at least two; a single legal move is applied without asking. Returns how many
// decisions were asked.
template <Game G, class Choose, class Events>
int PlayOut(const typename G::Rules& rules, typename G::State* state, const Choose& choose,
            Events* events) {
  typename G::MoveList moves;
  int decisions = 0;
  while (!G::IsTerminal(*state)) {
    G::LegalMoves(rules, *state, &moves);
    PRESTIGE_DCHECK(!moves.empty());
    size_t index = 0;
    if (moves.size() > 1) {
      index = choose(*state, moves);
      ++decisions;
    }
    G::Apply(rules, state, moves[index], events);
    PRESTIGE_DCHECK(G::IsConsistent(rules, *state, nullptr));
  }
  return decisions;
}

// Plays a game uniformly at random: the choices of each position come from one stream. Games that
// offer the compact form of their legal moves (a type Choices with size() and [], in the order of
// LegalMoves) are played without writing move lists, and those with a loop of their own
// (PlayAtRandom, engine/core/game.h) by that; the game is the same.
template <Game G, class Events>
int PlayOutAtRandom(const typename G::Rules& rules, typename G::State* state, Stream& stream,
                    Events* events) {
  if constexpr (requires { G::PlayAtRandom(rules, state, std::span<Stream>(), events); }) {
    return G::PlayAtRandom(rules, state, std::span(&stream, 1), events);
  } else if constexpr (requires { typename G::Choices; }) {
    int decisions = 0;
    while (!G::IsTerminal(*state)) {
      const typename G::Choices choices(rules, *state);
      size_t index = 0;
      if (choices.size() > 1) {
        index = stream.Below(static_cast<uint32_t>(choices.size()));
        ++decisions;
      }
      G::Apply(rules, state, choices[index], events);
      PRESTIGE_DCHECK(G::IsConsistent(rules, *state, nullptr));
    }
    return decisions;
  } else {
    const auto choose = [&](const typename G::State&, const typename G::MoveList& moves) -> size_t {
      return stream.Below(static_cast<uint32_t>(moves.size()));
    };
    return PlayOut<G>(rules, state, choose, events);
  }
}

}  // namespace prestige
