#pragma once

#include "engine/coatl/state.h"
#include "engine/core/rng.h"
#include "engine/core/slots.h"

namespace prestige::coatl {

// Every gift of chance: the next value of the source's stream picks from what the source still
// holds.

// One source, for as many draws as are made in a row.
class SourceStream {
 public:
  SourceStream(State& state, Source source)
      : key_(SplitKey(state.key, static_cast<uint64_t>(source))),
        draws_(state.draws[static_cast<size_t>(source)]) {}

  uint32_t Below(uint32_t bound) { return Bounded(ValueAt(key_, draws_++), bound); }

 private:
  uint64_t key_;
  uint16_t& draws_;
};

// A piece out of a bag that is not empty.
inline Piece DrawPiece(State& state, SourceStream& stream, Part part) {
  const auto p = static_cast<size_t>(part);
  PRESTIGE_DCHECK(state.bag_left[p] > 0);
  uint8_t* const bag = &state.bag[p * kColors];
  const uint32_t place = stream.Below(state.bag_left[p]);
  // The pieces lie in the order of their colours; the colour is how many colours end at or before
  // the place.
  uint32_t color = 0;
  uint32_t end = 0;
  for (size_t c = 0; c + 1 < kColors; ++c) {
    end += bag[c];
    color += place >= end ? 1 : 0;
  }
  --bag[color];
  --state.bag_left[p];
  return MakePiece(part, static_cast<Color>(color));
}

// Fills every empty supply space from its bag in the order of their numbers, as far as the bags
// reach; a body space gets all its segments or stays empty. Calls filled(space) for each that got
// something.
template <class Filled>
void FillSupply(const Rules& rules, State& state, const Filled& filled) {
  const RulesConfig& config = rules.config();
  std::array<SourceStream, kParts> streams{SourceStream(state, Source::kBodyBag),
                                           SourceStream(state, Source::kHeadBag),
                                           SourceStream(state, Source::kTailBag)};
  uint64_t empty = (rules.body_spaces() | rules.end_spaces()) & ~state.filled;
  for (; empty != 0; empty &= empty - 1) {
    const size_t space = LowestSlot(empty);
    const Part part = config.supply[space];
    const auto p = static_cast<size_t>(part);
    const size_t amount = part == Part::kBody ? config.segments_per_space : 1;
    if (state.bag_left[p] < amount) continue;
    for (size_t i = 0; i < amount; ++i) state.supply[space][i] = DrawPiece(state, streams[p], part);
    state.filled |= Slot(space);
    filled(space);
  }
}

// A card off a deck that is not empty, by its stream.
inline uint8_t DrawCard(State& state, SourceStream& stream) {
  return state.deck.TakeUnordered(stream.Below(static_cast<uint32_t>(state.deck.size())));
}

// A temple out of a set that is not empty.
inline uint8_t DrawTemple(SourceStream& stream, uint64_t& set) {
  uint32_t skip = stream.Below(static_cast<uint32_t>(std::popcount(set)));
  uint64_t bits = set;
  while (skip-- > 0) bits &= bits - 1;
  set &= ~(bits & -bits);
  return static_cast<uint8_t>(std::countr_zero(bits));
}

// Makes the next temple of a pile visible, if there is one.
inline void UncoverTemple(State& state, size_t pile) {
  SourceStream stream(state, static_cast<Source>(static_cast<size_t>(Source::kPile0) + pile));
  state.tops[pile] = state.piles[pile] == 0 ? kNoCard : DrawTemple(stream, state.piles[pile]);
}

}  // namespace prestige::coatl
