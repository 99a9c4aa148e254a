#include "engine/core/bits.h"
#include "engine/splendor/apply-inl.h"

namespace prestige::splendor {

template <class Events>
int SplendorGame::PlayAtRandom(const Rules& rules, State* state, std::span<Stream> streams,
                               Events* events) {
  int decisions = 0;
  const size_t seats = streams.size() == 1 ? 0 : ~size_t{0};  // a mask
  while (state->phase != Phase::kOver) {
    const uint64_t bits = ChoiceBits(rules, *state);
    const auto count = static_cast<uint32_t>(std::popcount(bits));
    unsigned index = 0;
    if (count > 1) {
      index = streams[state->seat & seats].Below(count);
      ++decisions;
    }
    Play<Events>(rules, *state, *events).ApplyBit(SelectBit(bits, index));
    PRESTIGE_DCHECK(IsConsistent(rules, *state, nullptr));
  }
  return decisions;
}

template int SplendorGame::PlayAtRandom(const Rules&, State*, std::span<Stream>, NoEvents*);
template int SplendorGame::PlayAtRandom(const Rules&, State*, std::span<Stream>, EventLog*);
template int SplendorGame::PlayAtRandom(const Rules&, State*, std::span<Stream>, EventHash*);

}  // namespace prestige::splendor
