#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "engine/core/game.h"

namespace prestige {

// What Choose answers to give up the game.
inline constexpr size_t kForfeit = std::numeric_limits<size_t>::max();

// A player of game G at one seat. Its choices depend on the views it is shown, its parameters and
// the key of its own stream alone, so a game can be played again to the letter. An agent serves one
// thread.
template <Game G>
class Agent {
 public:
  virtual ~Agent() = default;

  // A new game begins; `key` is that of the seat's stream in this deal.
  virtual void NewGame(uint64_t key) = 0;

  // The index of the chosen move. Asked only when there are at least two. They are legal moves of
  // the position in the order of LegalMoves, but restricted play may offer some of them alone: the
  // choice is among those given. Or kForfeit: the game is over for everyone.
  virtual size_t Choose(const typename G::View& view, const typename G::MoveList& moves) = 0;

  // Why it gave up, for people to read; valid until the next call.
  virtual std::string_view forfeit_reason() const { return {}; }
};

}  // namespace prestige
