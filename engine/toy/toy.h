#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/core/event.h"
#include "engine/core/fixed_list.h"
#include "engine/core/game.h"
#include "engine/core/outcome.h"
#include "engine/core/rng.h"

// The smallest complete game, to be copied when a game is added. It has all that makes games hard:
// hidden hands, two sources of chance, 2 to 4 players. engine/core/game.h says what each part must
// do; tests/conformance.h checks it.
//
// The race: cards with numbers lie face down in a deck, each runner holds a hidden hand of them. In
// a turn a runner either draws a card or plays one, openly, and runs as many steps as it says, plus
// one if the wind is fair. The race is over when a runner reaches the goal or no card is left; who
// got farthest wins.
namespace prestige::toy {

inline constexpr size_t kMaxPlayers = 4;
inline constexpr size_t kMaxNumber = 8;

// 1. Rules: a run-time value with every number that a designer may want to change, and its range.
struct Rules {
  uint8_t numbers = 5;  // cards are numbered from 1 to this; 1 to kMaxNumber
  uint8_t copies =
      4;  // cards of each number, 1 to 9; the deck has at least `deal` cards for each seat
  uint8_t deal = 2;        // cards that each runner starts with
  uint8_t hand_limit = 4;  // at least 1 and at least `deal`
  uint8_t goal = 20;       // 1 to 200 steps
};

// 2. Sources of chance. Each has a random stream of its own, so that what one gives never depends
// on how often another was asked.
enum class Source : uint8_t { kDeck, kWind };
inline constexpr size_t kSources = 2;

// How many cards there are of each number, number 1 first. Counts do for a deck: its order is what
// its stream says.
using Cards = std::array<uint8_t, kMaxNumber>;

// 3. State: plain bytes without pointers or padding, hidden information included. Copying it takes
// a move back.
struct State {
  uint64_t key = 0;                        // of the deal
  std::array<uint16_t, kSources> draws{};  // values used of each source's stream
  std::array<uint8_t, kMaxPlayers> place{};
  std::array<Cards, kMaxPlayers> hands{};
  Cards deck{};
  Cards played{};
  uint8_t player_count = 0;
  uint8_t seat = 0;  // who acts
  uint8_t over = 0;
  std::array<uint8_t, 5> unused{};  // up to a multiple of eight bytes: no padding
};
static_assert(sizeof(State) == 72);
static_assert(std::has_unique_object_representations_v<State>);

// 4. Move: one small decision.
struct Move {
  uint8_t number = 0;  // of the card played; 0 draws one instead

  friend bool operator==(const Move&, const Move&) = default;
};

// 5. Events: what happened, for replays and tests.
//   kPlay   a: the number   b: steps that the wind added
//   kDraw   a: the number
enum class Do : uint8_t { kPlay, kDraw };

// 6. View: what one seat may know, and no way to the rest. Strategies get nothing else.
class View {
 public:
  View(const Rules& rules, const State& state, int seat)
      : rules_(&rules), state_(&state), seat_(static_cast<size_t>(seat)) {}

  const Rules& rules() const { return *rules_; }
  int seat() const { return static_cast<int>(seat_); }
  int players() const { return state_->player_count; }
  int seat_to_act() const { return state_->seat; }
  int place(int seat) const { return state_->place[static_cast<size_t>(seat)]; }
  const Cards& hand() const { return state_->hands[seat_]; }
  int hand_size(int seat) const;
  int deck_size() const;
  const Cards& played() const { return state_->played; }
  // The cards that are neither in the own hand nor played: somewhere in the deck and the other
  // hands.
  Cards Unseen() const;

 private:
  friend struct ToyGame;

  const Rules* rules_;
  const State* state_;
  size_t seat_;
};

// 7. The game: the types above and the functions of the concept.
struct ToyGame {
  using Rules = toy::Rules;
  using State = toy::State;
  using Move = toy::Move;
  using MoveList = FixedList<Move, kMaxNumber + 1>;
  using View = toy::View;

  static constexpr std::string_view kName = "toy";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = static_cast<int>(toy::kMaxPlayers);

  static State Setup(const Rules& rules, int players, uint64_t key);
  static bool IsTerminal(const State& state) { return state.over != 0; }
  static int SeatToAct(const State& state) { return state.seat; }
  static void LegalMoves(const Rules& rules, const State& state, MoveList* moves);
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

// Apply is compiled once for each sink, in toy.cc.
extern template void ToyGame::Apply(const Rules&, State*, Move, NoEvents*);
extern template void ToyGame::Apply(const Rules&, State*, Move, EventLog*);
extern template void ToyGame::Apply(const Rules&, State*, Move, EventHash*);

// 8. The compiler says what is missing; then tests/conformance_test.cc gets the game's traits.
static_assert(Game<ToyGame>);

}  // namespace prestige::toy
