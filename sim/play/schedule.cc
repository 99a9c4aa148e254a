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
  const auto line_of = [this](const Line& wanted) {
    const auto same = std::find(lines_.begin(), lines_.end(), wanted);
    const auto index = static_cast<size_t>(same - lines_.begin());
    if (same == lines_.end()) lines_.push_back(wanted);
    return index;
  };
  const std::vector<std::vector<size_t>> seatings = Seatings(strategies_, seating);
  for (const int set : levels) {
    for (const std::vector<size_t>& places : seatings) {
      std::vector<size_t>& arrangement = arrangements_.emplace_back();
      for (size_t seat = 0; seat < players_; ++seat) {
        arrangement.push_back(line_of({places[seat], seat, set}));
      }
    }
  }
  player_lines_ = lines_.size();
  if (automaton.empty()) return;
  strategies_.push_back(automaton);
  for (std::vector<size_t>& arrangement : arrangements_) {
    arrangement.push_back(line_of({players_, players_, lines_[arrangement[0]].levels}));
  }
}

bool Schedule::IsMirror() const {
  return std::all_of(strategies_.begin(), strategies_.end(),
                     [&](const std::string& strategy) { return strategy == strategies_[0]; });
}

}  // namespace prestige
