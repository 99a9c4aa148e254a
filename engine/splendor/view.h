#pragma once

#include <cstdint>
#include <span>

#include "engine/splendor/state.h"

namespace prestige::splendor {

// What one seat may know: all that lies open, and its own reserved cards. A card that another seat
// reserved off a deck appears by its tier alone, the decks by their size. Refers to the state it
// was made from and must not outlive it.
class View {
 public:
  View(const Rules& rules, const State& state, int seat)
      : rules_(&rules), state_(&state), seat_(static_cast<uint8_t>(seat)) {}

  const Rules& rules() const { return *rules_; }
  int seat() const { return seat_; }
  int players() const { return state_->player_count; }

  // The own reserved cards, oldest first.
  std::span<const uint8_t> hand() const {
    return {player(seat_).hand.data(), player(seat_).hand_size};
  }

  // Any seat, also the own one.
  Gems tokens(int seat) const { return player(seat).tokens; }
  Gems bonuses(int seat) const { return player(seat).bonuses; }
  int points(int seat) const { return player(seat).points; }
  int cards(int seat) const { return player(seat).cards; }
  const CardSet& bought(int seat) const { return player(seat).bought; }
  uint32_t nobles(int seat) const { return player(seat).nobles; }
  int reserved_count(int seat) const { return player(seat).hand_size; }
  // The i-th reserved card, oldest first, or kNoCard if this seat never saw it.
  uint8_t reserved(int seat, size_t i) const {
    return IsHidden(seat, i) ? kNoCard : player(seat).hand[i];
  }
  int reserved_tier(int seat, size_t i) const { return rules_->TierOf(player(seat).hand[i]); }

  // The table.
  Gems bank() const { return state_->bank; }
  // The card at a place, tier * face_up + i, or kNoCard.
  uint8_t table(size_t place) const { return state_->table[place]; }
  std::span<const uint8_t> table() const {
    return {state_->table.data(), kTiers * size_t{rules_->config().face_up}};
  }
  int deck_size(size_t tier) const { return state_->deck_size[tier]; }
  uint32_t nobles() const { return state_->nobles; }  // face up

  // Where the game stands.
  Phase phase() const { return state_->phase; }
  int seat_to_act() const { return state_->seat; }
  Gems returned() const { return state_->returned; }
  End end() const { return state_->end; }
  int turns() const { return state_->turns; }

  // A copy of the state in which all that the seat cannot know is blanked out: cards that it never
  // saw become kHiddenCard + their tier, keys zero. Two views show the same when these are equal.
  static constexpr uint8_t kHiddenCard = 0xF0;
  State Concealed() const;

 private:
  friend struct SplendorGame;
  const Player& player(int seat) const { return state_->players[static_cast<size_t>(seat)]; }
  bool IsHidden(int seat, size_t i) const {
    return seat != seat_ && ((player(seat).hidden >> i) & 1) != 0;
  }

  const Rules* rules_;
  const State* state_;
  uint8_t seat_;
};

}  // namespace prestige::splendor
