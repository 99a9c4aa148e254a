#include "engine/coatl/batch_matcher.h"

#include "engine/coatl/matcher_simd.h"
#include "engine/coatl/matcher_target.h"
#include "engine/core/check.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/coatl/batch_matcher.cc"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "engine/coatl/batch_matcher-inl.h"

#if HWY_ONCE
namespace prestige::coatl {

HWY_EXPORT(ScoreBatch);

BatchMatcher::BatchMatcher(const std::vector<DeckCard>& cards, bool open_end_satisfies_not)
    : deck_(CompileDeck(cards, open_end_satisfies_not)),
      program_(CompileBatch(deck_)),
      target_(SimdTargetName()) {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  kernel_ = &HWY_DYNAMIC_DISPATCH(ScoreBatch);
}

size_t BatchMatcher::Score(ResultKind kind, std::span<const Serpent> serpents,
                           std::span<uint8_t> results, std::span<uint32_t> order) const {
  PRESTIGE_DCHECK(results.size() >= ResultBytes(serpents.size()));
  PRESTIGE_DCHECK(order.size() >= Slots(serpents.size()));
  return kBlock * kernel_(deck_, program_, kind, serpents.data(), serpents.size(), results.data(),
                          order.data());
}

}  // namespace prestige::coatl
#endif  // HWY_ONCE
