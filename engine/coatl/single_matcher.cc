#include "engine/coatl/single_matcher.h"

#include "engine/coatl/matcher_simd.h"
#include "engine/coatl/matcher_target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/coatl/single_matcher.cc"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "engine/coatl/single_matcher-inl.h"

#if HWY_ONCE
namespace prestige::coatl {

HWY_EXPORT(ScoreSingle);

SingleMatcher::SingleMatcher(const std::vector<DeckCard>& cards, bool open_end_satisfies_not)
    : deck_(CompileDeck(cards, open_end_satisfies_not)),
      program_(CompileSingle(deck_)),
      target_(SimdTargetName()) {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  kernel_ = &HWY_DYNAMIC_DISPATCH(ScoreSingle);
}

}  // namespace prestige::coatl
#endif  // HWY_ONCE
