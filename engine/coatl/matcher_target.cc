#include "engine/coatl/matcher_target.h"

#include "engine/coatl/matcher_simd.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace prestige::coatl {
namespace {

std::string NameOf(int64_t target) {
  if (target == HWY_EMU128 || target == HWY_SCALAR) return "scalar";
  std::string name = hwy::TargetName(target);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

// What is compiled in and runs here, whatever was selected before. Highway numbers better targets
// lower.
std::vector<int64_t> AvailableTargets() {
  const int64_t selected = hwy::SupportedTargets();
  hwy::SetSupportedTargetsForTest(0);
  const std::vector<int64_t> available = hwy::SupportedAndGeneratedTargets();
  hwy::SetSupportedTargetsForTest(selected);
  return available;
}

}  // namespace

std::vector<std::string> AvailableSimdTargets() {
  std::vector<std::string> names;
  for (const int64_t target : AvailableTargets()) names.push_back(NameOf(target));
  return names;
}

std::optional<std::string> SelectSimdTarget(std::string_view name) {
  const std::vector<int64_t> targets = AvailableTargets();
  const auto chosen = std::find_if(targets.begin(), targets.end(), [name](int64_t target) {
    return name.empty() || NameOf(target) == name;
  });
  if (chosen == targets.end()) {
    std::string message = "SIMD target '" + std::string(name) + "' is not there: allowed are";
    for (const int64_t target : targets) message += ' ' + NameOf(target);
    return message;
  }
  hwy::SetSupportedTargetsForTest(*chosen);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return std::nullopt;
}

std::string SimdTargetName() { return NameOf(hwy::SupportedAndGeneratedTargets().front()); }

}  // namespace prestige::coatl
