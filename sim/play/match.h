#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "engine/core/game.h"
#include "engine/core/rng.h"
#include "strategies/agent.h"

namespace prestige {

// Who sits at a seat. Without an agent the seat plays uniformly at random: that is common enough,
// and fast enough, to be played without a view and a list of moves. The choices are those of
// RandomAgent.
template <Game G>
struct Seat {
  Agent<G>* agent = nullptr;
  Stream stream{0};
};

// The key of a seat's own stream in a deal: apart from those of the deal's sources, and the same in
// every seating.
inline uint64_t SeatKey(uint64_t deal_key, size_t seat) {
  constexpr uint64_t kSeats = 0x5EA7;
  return SplitKey(SplitKey(deal_key, kSeats), seat);
}

// Who gave up a game, and why.
struct Forfeit {
  size_t seat = 0;
  std::string reason;
};

struct MatchResult {
  int decisions = 0;  // that were asked
  std::optional<Forfeit> forfeit;
};

// For games of which nobody wants to hear after every move.
struct Unwatched {
  void operator()() const {}
};

// Plays one game from its deal to its end, or until a seat gives up. `after_move` is called after
// every move.
template <Game G, class Events, class AfterMove>
MatchResult PlayMatch(const typename G::Rules& rules, std::span<Seat<G>> seats, uint64_t deal_key,
                      typename G::State* state, Events* events, const AfterMove& after_move) {
  for (size_t seat = 0; seat < seats.size(); ++seat) {
    const uint64_t key = SeatKey(deal_key, seat);
    seats[seat].stream = Stream(key);
    if (seats[seat].agent != nullptr) seats[seat].agent->NewGame(key);
  }
  MatchResult result;
  if constexpr (requires { G::PlayAtRandom(rules, state, std::span<Stream>(), events); } &&
                std::is_same_v<AfterMove, Unwatched>) {
    const auto random = [](const Seat<G>& seat) { return seat.agent == nullptr; };
    if (std::all_of(seats.begin(), seats.end(), random)) {
      std::array<Stream, kMaxSeats> streams;
      std::transform(seats.begin(), seats.end(), streams.begin(),
                     [](const Seat<G>& seat) { return seat.stream; });
      result.decisions =
          G::PlayAtRandom(rules, state, std::span(streams.data(), seats.size()), events);
      return result;
    }
  }
  typename G::MoveList moves;
  while (!G::IsTerminal(*state)) {
    const typename G::Choices choices(rules, *state);
    size_t index = 0;
    if (choices.size() > 1) {
      ++result.decisions;
      const int to_act = G::SeatToAct(*state);
      Seat<G>& seat = seats[static_cast<size_t>(to_act)];
      if (seat.agent == nullptr) {
        index = seat.stream.Below(static_cast<uint32_t>(choices.size()));
      } else {
        moves.Reset();
        choices.AppendTo(&moves);
        index = seat.agent->Choose(G::Observe(rules, *state, to_act), moves);
        if (index == kForfeit) {
          result.forfeit = {static_cast<size_t>(to_act), std::string(seat.agent->forfeit_reason())};
          return result;
        }
      }
    }
    G::Apply(rules, state, choices[index], events);
    after_move();
  }
  return result;
}

}  // namespace prestige
