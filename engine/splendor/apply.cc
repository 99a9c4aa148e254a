#include "engine/splendor/apply-inl.h"

namespace prestige::splendor {

template <class Events>
void SplendorGame::Apply(const Rules& rules, State* state, Move move, Events* events) {
  Play<Events>(rules, *state, *events).Apply(move);
}

template void SplendorGame::Apply(const Rules&, State*, Move, NoEvents*);
template void SplendorGame::Apply(const Rules&, State*, Move, EventLog*);
template void SplendorGame::Apply(const Rules&, State*, Move, EventHash*);

}  // namespace prestige::splendor
