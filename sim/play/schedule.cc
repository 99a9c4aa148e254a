#include "sim/play/schedule.h"

#include <algorithm>
#include <utility>

namespace prestige {
namespace {

// By seat, the place of its strategy in the list, for every arrangement of a block.
std::vector<std::vector<size_t>> Seatings(const std::vector<std::string>& strategies,
                                          Seating seating) {
  std::vector<size_t> places;
  for (const std::string& strategy : strategies) {
    const auto first = std::find(strategies.begin(), strategies.end(), strategy);
    places.push_back(static_cast<size_t>(first - strategies.begin()));
  }
  std::vector<std::vector<size_t>> all;
  if (seating == Seating::kAll) {
    std::sort(places.begin(), places.end());
    do {
      all.push_back(places);
    } while (std::next_permutation(places.begin(), places.end()));
  } else {
    const size_t turns = seating == Seating::kFixed ? 1 : places.size();
    for (size_t turn = 0; turn < turns; ++turn) {
      if (std::find(all.begin(), all.end(), places) == all.end()) all.push_back(places);
      std::rotate(places.begin(), places.end() - 1, places.end());
    }
    std::sort(all.begin(), all.end());
  }
  return all;
}

}  // namespace

Schedule::Schedule(std::vector<std::string> strategies, Seating seating,
                   const std::vector<int>& levels, const std::string& automaton)
    : strategies_(std::move(strategies)), players_(strategies_.size()) {
  std::vector<std::vector<size_t>> seatings = Seatings(strategies_, seating);
  if (!automaton.empty()) {
    for (std::vector<size_t>& places : seatings) places.push_back(strategies_.size());
    strategies_.push_back(automaton);
  }
  for (const int set : levels) {
    for (const std::vector<size_t>& places : seatings) {
      std::vector<size_t> arrangement;
      for (size_t seat = 0; seat < places.size(); ++seat) {
        const auto same = std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) {
          return line.place == places[seat] && line.seat == seat && line.levels == set;
        });
        arrangement.push_back(static_cast<size_t>(same - lines_.begin()));
        if (same == lines_.end()) lines_.push_back({places[seat], seat, set});
      }
      arrangements_.push_back(std::move(arrangement));
    }
  }
}

bool Schedule::IsMirror() const {
  return std::all_of(strategies_.begin(), strategies_.end(),
                     [&](const std::string& strategy) { return strategy == strategies_[0]; });
}

}  // namespace prestige
