#include "sim/play/schedule.h"

#include <algorithm>
#include <utility>

namespace prestige {

Schedule::Schedule(std::vector<std::string> strategies) : strategies_(std::move(strategies)) {
  std::vector<size_t> places;
  for (const std::string& strategy : strategies_) {
    const auto first = std::find(strategies_.begin(), strategies_.end(), strategy);
    places.push_back(static_cast<size_t>(first - strategies_.begin()));
  }
  std::sort(places.begin(), places.end());
  do {
    seatings_.push_back(places);
  } while (std::next_permutation(places.begin(), places.end()));
}

}  // namespace prestige
