#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/event.h"
#include "engine/core/game.h"
#include "engine/core/outcome.h"
#include "engine/core/rng.h"
#include "engine/splendor/choices.h"
#include "engine/splendor/events.h"
#include "engine/splendor/move.h"
#include "engine/splendor/rules.h"
#include "engine/splendor/state.h"
#include "engine/splendor/view.h"

namespace prestige::splendor {

// Splendor for 2 to 4 players: the contract is that of engine/core/game.h. Where each rule stands:
//   setup.cc     bank, table, nobles
//   choices.cc   which moves there are
//   apply.cc     what a move does, new cards, nobles, turns, the end
//   random_play.cc  choosing and applying in one, for games at random
//   outcome.cc   points and tie-breaks
//   view.cc      hidden information and its resampling
//   notation.cc  moves as text
//   consistency.cc  conservation of tokens and cards, derived fields
struct SplendorGame {
  using Rules = splendor::Rules;
  using State = splendor::State;
  using Move = splendor::Move;
  using MoveList = splendor::MoveList;
  using View = splendor::View;

  static constexpr std::string_view kName = "splendor";
  static constexpr int kMinPlayers = static_cast<int>(splendor::kMinPlayers);
  static constexpr int kMaxPlayers = static_cast<int>(splendor::kMaxPlayers);

  static State Setup(const Rules& rules, int players, uint64_t key);
  static bool IsTerminal(const State& state) { return state.phase == Phase::kOver; }
  static int SeatToAct(const State& state) { return state.seat; }
  static void LegalMoves(const Rules& rules, const State& state, MoveList* moves);
  // The legal moves without writing them down: for random play.
  using Choices = splendor::Choices;
  template <class Events>
  static void Apply(const Rules& rules, State* state, Move move, Events* events);
  template <class Events>
  static int PlayAtRandom(const Rules& rules, State* state, std::span<Stream> streams,
                          Events* events);
  static Outcome OutcomeOf(const Rules& rules, const State& state);

  static View Observe(const Rules& rules, const State& state, int seat) {
    return {rules, state, seat};
  }
  static bool SameView(const View& a, const View& b);
  static State Resample(const View& view, Stream& stream);

  static std::string MoveText(const Rules& rules, Move move);
  static std::optional<Move> ParseMove(const Rules& rules, std::string_view text);

  static bool IsConsistent(const Rules& rules, const State& state, std::string* why = nullptr);
  static int MaxMoves(const Rules& rules, int players);
};

extern template void SplendorGame::Apply(const Rules&, State*, Move, NoEvents*);
extern template void SplendorGame::Apply(const Rules&, State*, Move, EventLog*);
extern template void SplendorGame::Apply(const Rules&, State*, Move, EventHash*);

extern template int SplendorGame::PlayAtRandom(const Rules&, State*, std::span<Stream>, NoEvents*);
extern template int SplendorGame::PlayAtRandom(const Rules&, State*, std::span<Stream>, EventLog*);
extern template int SplendorGame::PlayAtRandom(const Rules&, State*, std::span<Stream>, EventHash*);

// Fills in all that is derived of the table and the decks: State::reservable and State::costs.
void Derive(const Rules& rules, State* state);

// The face-up nobles, bit n for noble n, whose demands the seat to act meets.
uint32_t NoblesFor(const Rules& rules, const State& state);

// Can the player pay for the card with bonuses, tokens and gold?
bool CanBuy(const Rules& rules, const Player& player, uint8_t card);

}  // namespace prestige::splendor
