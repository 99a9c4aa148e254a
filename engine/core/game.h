#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/core/event.h"
#include "engine/core/outcome.h"
#include "engine/core/rng.h"

namespace prestige {

// What every game of Prestige offers: a struct of types and static functions, used at compile time
// (no virtual calls on the hot path). engine/toy/toy.h is the smallest complete example;
// tests/conformance.h holds any game to this contract.
//
// Types
//   Rules     immutable, shared by all threads; a run-time value, since rule variants are what
//   users study. State     one position with all its hidden information and its place in every
//   random stream. Trivially copyable,
//             no pointers, no padding: two states are equal when their bytes are. Copying is how
//             one takes a move back.
//   Move      one small decision; a turn is a chain of them. Comparable with ==.
//   MoveList  a FixedList<Move, N> that no position overflows.
//   View      what one seat may know of a state: own and public information, nothing else. Cheap to
//   make; refers to the
//             state it was made from.
//
// Functions
//   Setup(rules, players, key)       the start of the deal with that key. Everything chance will
//   ever give in this deal
//                                    is a function of the key, the source and how often that source
//                                    was drawn from.
//   IsTerminal(state)                the game is over.
//   SeatToAct(state)                 who decides; only if not terminal.
//   LegalMoves(rules, state, &list)  exactly the legal moves, each once, at least one; in an order
//   that is a function of
//                                    the mover's view. None if terminal.
//   Apply(rules, &state, move, &sink)  plays a legal move and all that follows of it without a
//   decision (chance,
//                                    scoring, the change of turn), telling the sink each event in
//                                    order.
//   OutcomeOf(rules, state)          points, ranks and win shares, as they stand.
//   Observe(rules, state, seat)      the seat's view.
//   SameView(a, b)                   whether two views of one seat show the same.
//   Resample(view, stream)           a state that looks the same to the seat, with all that it
//   cannot know drawn anew: a
//                                    function of the view and the stream alone.
//   MoveText / ParseMove             notation, both ways; ParseMove takes any text and answers
//   nullopt for what is no
//                                    move (legal or not is LegalMoves' to say).
//   IsConsistent(rules, state)       recomputes all that is derived and counts that nothing was
//   lost: for debug builds
//                                    and tests, after every move. The second form says what is
//                                    wrong.
//   MaxMoves(rules, players)         no game is longer, in moves.
//
// A game may have as well
//   Choices                          the legal moves in a compact form (playout.h).
//   PlayAtRandom(rules, &state, streams, &sink)  plays to the end, each choice among two or more
//                                    legal moves uniformly by the seat's own stream, or by the only
//                                    one; answers how many choices there were. The game is that of
//                                    LegalMoves and Apply.
template <class G>
concept Game = requires(const typename G::Rules& rules, const typename G::State& state,
                        typename G::State& next, typename G::MoveList& moves, typename G::Move move,
                        const typename G::View& view, Stream& stream, NoEvents& events, int seat,
                        uint64_t key, std::string_view text, std::string* why) {
  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::has_unique_object_representations_v<typename G::State>;
  requires std::equality_comparable<typename G::Move>;
  { G::kName } -> std::convertible_to<std::string_view>;
  { G::kMinPlayers } -> std::convertible_to<int>;
  { G::kMaxPlayers } -> std::convertible_to<int>;
  { G::Setup(rules, seat, key) } -> std::same_as<typename G::State>;
  { G::IsTerminal(state) } -> std::same_as<bool>;
  { G::SeatToAct(state) } -> std::same_as<int>;
  { G::LegalMoves(rules, state, &moves) } -> std::same_as<void>;
  { G::Apply(rules, &next, move, &events) } -> std::same_as<void>;
  { G::OutcomeOf(rules, state) } -> std::same_as<Outcome>;
  { G::Observe(rules, state, seat) } -> std::same_as<typename G::View>;
  { G::SameView(view, view) } -> std::same_as<bool>;
  { G::Resample(view, stream) } -> std::same_as<typename G::State>;
  { G::MoveText(rules, move) } -> std::same_as<std::string>;
  { G::ParseMove(rules, text) } -> std::same_as<std::optional<typename G::Move>>;
  { G::IsConsistent(rules, state, why) } -> std::same_as<bool>;
  { G::MaxMoves(rules, seat) } -> std::same_as<int>;
};

}  // namespace prestige
