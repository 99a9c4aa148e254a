#include "sim/run/figures.h"

#include <algorithm>

#include "sim/record/card_facts.h"

namespace prestige {
namespace {

bool HasLevel(const Line& line, int level) { return (line.levels >> (level - 1) & 1) != 0; }

}  // namespace

std::vector<size_t> Figures::Places() const {
  std::vector<size_t> places;
  for (const Line& line : schedule_.lines()) places.push_back(line.place);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

template <class Wanted>
std::vector<int32_t> Figures::Weights(size_t first, const Wanted& wanted) const {
  std::vector<int32_t> weights(tally_.lines().quantities());
  for (size_t line = 0; line < schedule_.lines().size(); ++line) {
    weights[first + line] = wanted(line) ? 1 : 0;
  }
  return weights;
}

template <class Wanted>
int64_t Figures::GamesPerBlock(const Wanted& wanted) const {
  int64_t count = 0;
  for (size_t arrangement = 0; arrangement < schedule_.games_per_block(); ++arrangement) {
    for (size_t seat = 0; seat < schedule_.seats(); ++seat) {
      count += wanted(schedule_.LineAt(arrangement, seat)) ? 1 : 0;
    }
  }
  return count;
}

template <class Wanted>
Interval Figures::Share(const Wanted& wanted) const {
  return BlockShareInterval(tally_.lines(), Weights(tally_.WinQuantity(0), wanted),
                            GamesPerBlock(wanted));
}

template <class Wanted>
BlockMean Figures::Points(const Wanted& wanted) const {
  return tally_.lines().Mean(Weights(tally_.PointsQuantity(0), wanted),
                             static_cast<double>(GamesPerBlock(wanted)));
}

Interval Figures::SeatShare(size_t seat) const {
  return Share([&](size_t line) { return schedule_.lines()[line].seat == seat; });
}
Interval Figures::StrategyShare(size_t place) const {
  return Share([&](size_t line) { return schedule_.lines()[line].place == place; });
}
Interval Figures::LineShare(size_t line) const {
  return Share([&](size_t other) { return other == line; });
}
double Figures::SeatPoints(size_t seat) const {
  return Points([&](size_t line) { return schedule_.lines()[line].seat == seat; }).mean;
}
double Figures::StrategyPoints(size_t place) const {
  return Points([&](size_t line) { return schedule_.lines()[line].place == place; }).mean;
}
Interval Figures::LinePoints(size_t line) const {
  const BlockMean mean = Points([&](size_t other) { return other == line; });
  return MeanInterval(mean.mean, mean.variance, mean.blocks);
}

Interval Figures::MarginOver(size_t line, size_t automaton_line) const {
  std::vector<int32_t> weights(tally_.lines().quantities());
  weights[tally_.PointsQuantity(line)] = 1;
  weights[tally_.PointsQuantity(automaton_line)] = -1;
  const BlockMean mean = tally_.lines().Mean(
      weights, static_cast<double>(GamesPerBlock([&](size_t other) { return other == line; })));
  return MeanInterval(mean.mean, mean.variance, mean.blocks);
}

Interval Figures::LevelWins(int level) const {
  const auto player_with = [&](bool wanted) {
    return [this, level, wanted](size_t line) {
      const Line& at = schedule_.lines()[line];
      return at.seat < schedule_.players() && HasLevel(at, level) == wanted;
    };
  };
  return BlockShareDifferenceInterval(
      tally_.lines(), Weights(tally_.WinQuantity(0), player_with(true)),
      Weights(tally_.WinQuantity(0), player_with(false)), GamesPerBlock(player_with(true)));
}

Interval Figures::LevelMargin(int level) const {
  std::vector<int32_t> weights(tally_.lines().quantities());
  int games = 0;
  for (size_t line = 0; line < schedule_.lines().size(); ++line) {
    const Line& at = schedule_.lines()[line];
    const bool player = at.seat < schedule_.players();
    weights[tally_.PointsQuantity(line)] = HasLevel(at, level) == player ? 1 : -1;
    games += player && HasLevel(at, level) ? 1 : 0;
  }
  const BlockMean mean = tally_.lines().Mean(weights, games);
  return MeanInterval(mean.mean, mean.variance, mean.blocks);
}

int64_t Figures::CardCount(size_t place, size_t card, size_t column) const {
  int64_t count = 0;
  for (size_t line = 0; line < schedule_.player_lines(); ++line) {
    if (schedule_.lines()[line].place != place) continue;
    for (size_t batch = 0; batch < kBatches; ++batch) {
      count += tally_.Card(batch, line, card)[column];
    }
  }
  return count;
}

int64_t Figures::SeatGames(size_t place) const {
  const auto played = [&](size_t line) { return schedule_.lines()[line].place == place; };
  return GamesPerBlock(played) * static_cast<int64_t>(tally_.blocks());
}

SeatGamesPerBlock Figures::SeatGamesOf(size_t place) const {
  return {GamesPerBlock([&](size_t line) { return schedule_.lines()[line].place == place; })};
}

Interval Figures::PlayedShare(size_t place, size_t card) const {
  std::vector<RatioSums> batches(kBatches);
  for (size_t line = 0; line < schedule_.player_lines(); ++line) {
    if (schedule_.lines()[line].place != place) continue;
    for (size_t batch = 0; batch < kBatches; ++batch) {
      const auto sums = tally_.Card(batch, line, card);
      batches[batch].numerator += sums[WinColumn(Occasion::kPlayed)];
      batches[batch].denominator += sums[CountColumn(Occasion::kPlayed)];
    }
  }
  return BatchShareInterval(batches, SeatGamesOf(place));
}

Interval Figures::DealEffect(size_t place, size_t card, double confidence) const {
  std::vector<DealSums> batches(kBatches);
  for (size_t line = 0; line < schedule_.player_lines(); ++line) {
    if (schedule_.lines()[line].place != place) continue;
    for (size_t batch = 0; batch < kBatches; ++batch) {
      const auto sums = tally_.Card(batch, line, card);
      DealSums::Seat& seat = batches[batch].seats[schedule_.lines()[line].seat];
      const int64_t dealt = sums[CountColumn(Occasion::kDealt)];
      const int64_t dealt_win12 = sums[WinColumn(Occasion::kDealt)];
      seat.dealt += dealt;
      seat.dealt_win12 += dealt_win12;
      seat.other += tally_.SeatGames(batch, line) - dealt;
      seat.other_win12 += tally_.Win12(batch, line) - dealt_win12;
    }
  }
  return DealEffectInterval(batches, SeatGamesOf(place), confidence);
}

}  // namespace prestige
