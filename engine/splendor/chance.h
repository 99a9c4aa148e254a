#pragma once

#include "engine/core/rng.h"
#include "engine/splendor/state.h"

namespace prestige::splendor {

// The sources of chance: the three decks have the numbers of their tiers.
inline constexpr uint64_t kNobleSource = kTiers;

// The next card off a deck that is not empty: the n-th value of its stream picks from what it still
// holds.
inline uint8_t DrawCard(const Rules& rules, State& state, size_t tier) {
  const uint8_t left = state.deck_size[tier];
  PRESTIGE_DCHECK(left > 0);
  uint8_t* const deck = &state.deck[rules.TierBegin(tier)];
  const size_t drawn = rules.TierSize(tier) - left;
  const size_t place = Bounded(ValueAt(state.deck_keys[tier], drawn), left);
  const uint8_t card = deck[place];
  deck[place] = deck[left - 1];
  deck[left - 1] = kNoCard;
  state.deck_size[tier] = static_cast<uint8_t>(left - 1);
  if (left == 1) state.reservable &= ~(uint64_t{1} << (State::kDeckBit + tier));
  return card;
}

// Lays a card, or kNoCard, onto a place of the table.
inline void PutOnTable(const Rules& rules, State& state, size_t place, uint8_t card) {
  state.table[place] = card;
  const uint64_t cost = rules.CostOf(card).bytes();
  for (size_t color = 0; color < kColors; ++color) {
    state.costs[color][place] = static_cast<uint8_t>(cost >> (8 * color));
  }
}

// A card comes onto a place of the table that has lost its own, if there is one in the deck.
inline void Refill(const Rules& rules, State& state, size_t tier, size_t place) {
  if (state.deck_size[tier] != 0) {
    PutOnTable(rules, state, place, DrawCard(rules, state, tier));
  } else {
    PutOnTable(rules, state, place, kNoCard);
    state.reservable &= ~(uint64_t{1} << place);
  }
}

}  // namespace prestige::splendor
