#include "sim/run/tally.h"

#include <algorithm>
#include <bit>

#include "engine/core/check.h"
#include "sim/record/card_facts.h"

namespace prestige {

Tally::Tally(const Schedule& schedule, const RecordLayout& layout)
    : schedule_(schedule),
      layout_(layout),
      columns_(CardColumns(layout.levels)),
      ends_(layout.ends.size()),
      forfeits_(schedule.strategies().size()),
      lines_(2 * schedule.lines().size()),
      arrangements_(schedule.games_per_block()),
      cards_(kBatches * schedule.player_lines() * layout.cards.size() * columns_),
      all_(kBatches * schedule.lines().size() * 2),
      pairs_(schedule.strategies().size() * layout.cards.size() * layout.cards.size() * 3) {}

void Tally::Add(const Chunk& chunk) {
  PRESTIGE_DCHECK(chunk.first_block == blocks_);
  const size_t batch = BatchOf(chunk.first_block);
  const size_t games = schedule_.games_per_block();
  for (size_t block = 0; block < chunk.blocks; ++block) {
    AddBlock(std::span(chunk.games).subspan(block * games, games),
             std::span(chunk.seats)
                 .subspan(block * games * schedule_.seats(), games * schedule_.seats()),
             batch);
    const uint64_t done = blocks_ + block + 1;
    if (std::has_single_bit(done) && done < uint64_t{1} << kMarks) {
      marks_[static_cast<size_t>(std::countr_zero(done))] = signature_.hash;
    }
  }
  int64_t* sums = &cards_[CardRow(batch, 0, 0)];
  for (size_t i = 0; i < chunk.cards.size(); ++i) sums[i] += chunk.cards[i];
  for (const PairRow& pair : chunk.pairs) {
    const size_t place = schedule_.lines()[pair.line].place;
    int64_t* sum = &pairs_[3 * ((place * layout_.cards.size() + pair.card) * layout_.cards.size() +
                                pair.with)];
    sum[0] += 1;
    sum[1] += pair.win12;
    sum[2] += pair.points;
  }
  for (const ForfeitRow& row : chunk.forfeits) {
    Forfeits& forfeits = forfeits_[schedule_.lines()[row.line].place];
    if (forfeits.games++ == 0) forfeits.first_reason = row.reason;
  }
  blocks_ += chunk.blocks;
}

void Tally::AddBlock(std::span<const GameRow> games, std::span<const SeatRow> seats, size_t batch) {
  values_.assign(games.size(), 0);
  for (size_t i = 0; i < games.size(); ++i) {
    decisions_ += games[i].decisions;
    turns_ += games[i].turns;
    ++ends_[games[i].end];
    signature_.Fold(games[i].hash);
    for (const SeatRow& seat : seats.subspan(i * schedule_.seats(), schedule_.seats())) {
      if (schedule_.lines()[seat.line].place == 0) values_[i] += seat.win12;
    }
  }
  arrangements_.Add(values_);

  values_.assign(lines_.quantities(), 0);
  for (const SeatRow& seat : seats) {
    values_[WinQuantity(seat.line)] += seat.win12;
    values_[PointsQuantity(seat.line)] += seat.points;
    ++all_[2 * BatchLine(batch, seat.line)];
    all_[2 * BatchLine(batch, seat.line) + 1] += seat.win12;
  }
  lines_.Add(values_);
}

std::vector<int64_t> Tally::ToNumbers() const {
  std::vector<int64_t> numbers{static_cast<int64_t>(blocks_), static_cast<int64_t>(decisions_),
                               static_cast<int64_t>(turns_), static_cast<int64_t>(signature_.hash)};
  const auto append = [&](const auto& more) {
    numbers.insert(numbers.end(), more.begin(), more.end());
  };
  append(marks_);
  append(ends_);
  append(lines_.ToNumbers());
  append(arrangements_.ToNumbers());
  append(cards_);
  append(all_);
  append(pairs_);
  for (const Forfeits& forfeits : forfeits_) {
    numbers.push_back(static_cast<int64_t>(forfeits.games));
  }
  return numbers;
}

bool Tally::FromNumbers(std::span<const int64_t> numbers) {
  if (numbers.size() != ToNumbers().size()) return false;
  const auto take = [&](size_t count) {
    const std::span<const int64_t> front = numbers.first(count);
    numbers = numbers.subspan(count);
    return front;
  };
  const auto head = take(4);
  blocks_ = static_cast<uint64_t>(head[0]);
  decisions_ = static_cast<uint64_t>(head[1]);
  turns_ = static_cast<uint64_t>(head[2]);
  signature_.hash = static_cast<uint64_t>(head[3]);
  std::ranges::copy(take(marks_.size()), marks_.begin());
  std::ranges::copy(take(ends_.size()), ends_.begin());
  const auto lines = BlockSums::FromNumbers(take(lines_.ToNumbers().size()));
  const auto arrangements = BlockSums::FromNumbers(take(arrangements_.ToNumbers().size()));
  if (!lines || !arrangements || lines->quantities() != lines_.quantities() ||
      arrangements->quantities() != arrangements_.quantities()) {
    return false;
  }
  lines_ = *lines;
  arrangements_ = *arrangements;
  std::ranges::copy(take(cards_.size()), cards_.begin());
  std::ranges::copy(take(all_.size()), all_.begin());
  std::ranges::copy(take(pairs_.size()), pairs_.begin());
  for (Forfeits& forfeits : forfeits_) forfeits.games = static_cast<uint64_t>(take(1)[0]);
  return true;
}

}  // namespace prestige
