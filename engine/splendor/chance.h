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
  return card;
}

}  // namespace prestige::splendor
