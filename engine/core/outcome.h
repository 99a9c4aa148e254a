#pragma once

#include <array>
#include <cstdint>

namespace prestige {

inline constexpr int kMaxSeats = 4;

// What a finished game was worth to each seat.
struct Outcome {
  int seats = 0;
  std::array<int, kMaxSeats> points{};
  std::array<int, kMaxSeats> rank{};  // by all tie-breaks: 1, 1, 3
  std::array<int, kMaxSeats>
      win12{};  // the win share in twelfths: 12 for the only winner, 12/k for each of k

  // Fills rank and win12 from `better(a, b)`: does seat a stand above seat b?
  template <class Better>
  void RankBy(const Better& better) {
    int winners = 0;
    for (int seat = 0; seat < seats; ++seat) {
      int above = 0;
      for (int other = 0; other < seats; ++other) above += better(other, seat) ? 1 : 0;
      rank[static_cast<size_t>(seat)] = 1 + above;
      winners += above == 0 ? 1 : 0;
    }
    const int share = winners == 0 ? 0 : 12 / winners;
    for (int seat = 0; seat < seats; ++seat) {
      win12[static_cast<size_t>(seat)] = rank[static_cast<size_t>(seat)] == 1 ? share : 0;
    }
  }

  // A seat gave up: the others share the win, points stay as they are.
  void Forfeit(int seat) {
    for (int other = 0; other < seats; ++other) {
      rank[static_cast<size_t>(other)] = other == seat ? seats : 1;
      win12[static_cast<size_t>(other)] = other == seat ? 0 : 12 / (seats - 1);
    }
  }
};

}  // namespace prestige
