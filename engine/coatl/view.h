#pragma once

#include <cstdint>
#include <span>

#include "engine/coatl/state.h"

namespace prestige::coatl {

// What one seat may know: its own hand and all that lies open. Others' hands appear by their number
// and by those cards that everyone saw being taken (drawn from the row, taken from a temple pile);
// the deck and the piles by their size. The discard pile lies face up. Refers to the state it was
// made from and must not outlive it.
class View {
 public:
  View(const Rules& rules, const State& state, int seat)
      : rules_(&rules), state_(&state), seat_(static_cast<uint8_t>(seat)) {}

  const Rules& rules() const { return *rules_; }
  int seat() const { return seat_; }
  int players() const { return state_->player_count; }

  // Own cards.
  std::span<const uint8_t> hand() const { return {me().hand.begin(), me().hand.size()}; }
  std::span<const uint8_t> temples() const { return {me().temples.begin(), me().temples.size()}; }
  // Own choices so far in a decision of several (opening hand, discards); empty when another seat
  // is choosing.
  std::span<const uint8_t> chosen() const {
    if (state_->seat != seat_) return {};
    return {state_->chosen.begin(), state_->chosen.size()};
  }

  // Any seat, also the own one.
  std::span<const Coatl> coatls(int seat) const {
    return {player(seat).coatls.data(), player(seat).coatl_count};
  }
  Board board(int seat) const { return player(seat).board; }
  int board_count(int seat) const { return player(seat).board_count; }
  int finished(int seat) const { return player(seat).finished; }
  int hand_size(int seat) const { return static_cast<int>(player(seat).hand.size()); }
  int temple_count(int seat) const { return static_cast<int>(player(seat).temples.size()); }
  bool has_token(int seat, Sacrifice token) const {
    return ((state_->tokens[static_cast<size_t>(seat)] >> static_cast<unsigned>(token)) & 1) != 0;
  }
  // Whether everyone knows that this card is in some hand.
  bool is_open(uint8_t card) const { return state_->open_hands.Has(card); }
  bool is_open_temple(uint8_t temple) const { return ((state_->open_temples >> temple) & 1) != 0; }

  // The table.
  std::span<const uint8_t> row() const { return {state_->row.begin(), state_->row.size()}; }
  int deck_size() const { return static_cast<int>(state_->deck.size()); }
  const CardSet& discards() const { return state_->discards; }
  const std::array<Piece, kMaxPerSpace>& space(size_t i) const { return state_->supply[i]; }
  int in_bag(Piece piece) const { return state_->bag[piece]; }
  uint8_t top(size_t pile) const { return state_->tops[pile]; }
  const Marco& marco() const { return state_->marco; }  // of the solo game
  int pile_size(size_t pile) const { return std::popcount(state_->piles[pile]); }  // below the top

  // Where the game stands.
  Phase phase() const { return state_->phase; }
  int seat_to_act() const { return state_->seat; }
  int focus() const { return state_->focus; }
  int actions_left() const { return state_->actions_left; }
  End end() const { return state_->end; }
  int turns() const { return state_->turns; }
  int turns_left() const { return state_->turns_left; }

  // A copy of the state in which all that the seat cannot know is blanked out: cards become
  // kNoCard, keys and pile contents zero. Two views show the same when these are equal.
  State Concealed() const;

 private:
  friend struct CoatlGame;
  const Player& player(int seat) const { return state_->players[static_cast<size_t>(seat)]; }
  const Player& me() const { return player(seat_); }

  const Rules* rules_;
  const State* state_;
  uint8_t seat_;
};

}  // namespace prestige::coatl
