#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prestige::coatl {

// The instruction sets that the SIMD matchers can run on here, best first, by their names in small
// letters: "avx3_dl", "avx2", "neon" and so on. The lowest one is always called "scalar".
std::vector<std::string> AvailableSimdTargets();

// Makes every SIMD matcher that is constructed from now on use one target; an empty name stands for
// the best one. Returns what is wrong, and which names are allowed, if there is no such target
// here. To be called before threads start (the choice is the process's): main passes on what
// PRESTIGE_SIMD says. No result depends on it.
std::optional<std::string> SelectSimdTarget(std::string_view name);

// The target that a matcher constructed now would use.
std::string SimdTargetName();

}  // namespace prestige::coatl
