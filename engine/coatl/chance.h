#pragma once

#include "engine/coatl/state.h"
#include "engine/core/event.h"
#include "engine/core/rng.h"

namespace prestige::coatl {

// Every gift of chance: the next value of the source's stream picks from what the source still holds.

inline uint32_t DrawBelow(State& state, Source source, uint32_t bound) {
  const auto s = static_cast<size_t>(source);
  return Bounded(ValueAt(SplitKey(state.key, s), state.draws[s]++), bound);
}

// A piece out of a bag that is not empty.
inline Piece DrawPiece(State& state, Part part) {
  const auto p = static_cast<size_t>(part);
  PRESTIGE_DCHECK(state.bag_left[p] > 0);
  uint32_t rest = DrawBelow(state, static_cast<Source>(p), state.bag_left[p]);
  size_t piece = p * kColors;
  while (rest >= state.bag[piece]) rest -= state.bag[piece++];
  --state.bag[piece];
  --state.bag_left[p];
  return static_cast<Piece>(piece);
}

// Fills every empty supply space from its bag in the order of their numbers, as far as the bags reach; a body space gets
// all its segments or stays empty. Adds what came to `refill` (events.h).
inline void FillSupply(const RulesConfig& config, State& state, Event& refill) {
  for (size_t space = 0; space < config.supply.size(); ++space) {
    auto& content = state.supply[space];
    if (content[0] != kNoPiece) continue;
    const Part part = config.supply[space];
    const size_t amount = part == Part::kBody ? config.segments_per_space : 1;
    if (state.bag_left[static_cast<size_t>(part)] < amount) continue;
    for (size_t i = 0; i < amount; ++i) content[i] = DrawPiece(state, part);
    ++state.on_supply[static_cast<size_t>(part)];
    refill.Add(static_cast<uint8_t>(space));
    refill.Add(content[0]);
    refill.Add(content[1]);
  }
}

// A card off a deck that is not empty.
inline uint8_t DrawCard(State& state) {
  return state.deck.TakeUnordered(
      DrawBelow(state, Source::kDeck, static_cast<uint32_t>(state.deck.size())));
}

// A temple out of a set that is not empty.
inline uint8_t DrawTemple(State& state, Source source, uint64_t& set) {
  uint32_t skip = DrawBelow(state, source, static_cast<uint32_t>(std::popcount(set)));
  uint64_t bits = set;
  while (skip-- > 0) bits &= bits - 1;
  set &= ~(bits & -bits);
  return static_cast<uint8_t>(std::countr_zero(bits));
}

// Makes the next temple of a pile visible, if there is one.
inline void UncoverTemple(State& state, size_t pile) {
  const auto source = static_cast<Source>(static_cast<size_t>(Source::kPile0) + pile);
  state.tops[pile] = state.piles[pile] == 0 ? kNoCard : DrawTemple(state, source, state.piles[pile]);
}

}  // namespace prestige::coatl
