#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/coatl/choices.h"
#include "engine/coatl/events.h"
#include "engine/coatl/move.h"
#include "engine/coatl/rules.h"
#include "engine/coatl/state.h"
#include "engine/coatl/view.h"
#include "engine/core/event.h"
#include "engine/core/game.h"
#include "engine/core/outcome.h"
#include "engine/core/rng.h"

namespace prestige::coatl {

// Cóatl for 2 to 4 players, or by rules with a `solo` part for one against M.A.R.C.O.: the contract
// is that of engine/core/game.h. Where each rule stands:
//   setup.cc     bags, supply, deals, piles
//   choices.cc   which moves there are
//   apply.cc     what a move does, refills, finishing, turns, both endings
//   marco        what M.A.R.C.O. chooses; its turn follows the player's within Apply
//   outcome.cc   points and tie-breaks
//   view.cc      hidden information and its resampling
//   notation.cc  moves as text
//   consistency.cc  conservation of pieces and cards, derived fields
struct CoatlGame {
  using Rules = coatl::Rules;
  using State = coatl::State;
  using Move = coatl::Move;
  using MoveList = coatl::MoveList;
  using View = coatl::View;

  static constexpr std::string_view kName = "coatl";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 4;

  static State Setup(const Rules& rules, int players, uint64_t key);
  static bool IsTerminal(const State& state) { return state.phase == Phase::kOver; }
  static int SeatToAct(const State& state) { return state.seat; }
  static void LegalMoves(const Rules& rules, const State& state, MoveList* moves);
  // The legal moves without writing them down: for random play.
  using Choices = coatl::Choices;
  template <class Events>
  static void Apply(const Rules& rules, State* state, Move move, Events* events);
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

extern template void CoatlGame::Apply(const Rules&, State*, Move, NoEvents*);
extern template void CoatlGame::Apply(const Rules&, State*, Move, EventLog*);
extern template void CoatlGame::Apply(const Rules&, State*, Move, EventHash*);

// The solo game by its name and number of players: the same game, so its strategies too.
struct CoatlSoloGame : CoatlGame {
  static constexpr std::string_view kName = "coatl-solo";
  static constexpr int kMinPlayers = 1;
  static constexpr int kMaxPlayers = 1;
};

// What a finished or running game is worth to a seat so far, tie-breaks included; in the solo game
// also to M.A.R.C.O., seat 1, by its completed cards.
struct Score {
  int points = 0;  // of finished coameh
  int cards = 0;   // prophecies and temples on them
  int best = 0;    // the most valuable one
};
Score ScoreOf(const State& state, int seat);

// May the seat to act draw a prophecy: room in its hand, and a card in row, deck or discards?
bool CanDraw(const Rules& rules, const State& state);

// May this prophecy be put on this coatl now: room for it, not a second one of its family, its
// lowest level met?
bool CanPlay(const Rules& rules, const Coatl& coatl, uint8_t card);

// The cards of the hand, as slots, that can be put on one coatl that is not finished: what
// Player::PlayableOn stores.
uint64_t PlayableOn(const Rules& rules, const Player& player, size_t coatl);

// Does the coatl meet a temple that the player may put on it: from hand or the top of a pile?
bool MeetsTemple(const Rules& rules, const State& state, const Player& player,
                 const Serpent& serpent);

// The colours, as slots, of a head or tail that may be put on an incomplete coatl:
// Player::closable, given what Player::playable says. All while both ends are open. With one closed
// the coatl must have a body and get prophecies enough to be finished: those on it and those in
// hand that it would then meet; and where a temple is required it must meet one.
uint32_t ClosingColors(const Rules& rules, const State& state, const Player& player, size_t coatl);

// Fills in all that is derived (State::filled, and playable, closable and growing of each Player)
// from the rest of the state.
void Derive(const Rules& rules, State* state);

// Notation of single parts: "hY", and the other way.
std::string PieceText(Piece piece);
std::optional<Piece> ParsePiece(std::string_view text);
std::string_view ActionText(Action action);
std::string_view SacrificeText(Sacrifice token);

}  // namespace prestige::coatl
