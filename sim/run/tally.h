#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/event.h"
#include "sim/play/schedule.h"
#include "sim/record/chunk.h"
#include "sim/stats/block_sums.h"

namespace prestige {

// A batch is (block / kBlocksPerBatch) mod kBatches: what is only kept as sums gets its variance
// from the batches. A chunk never holds blocks of two batches.
inline constexpr uint64_t kBlocksPerBatch = 8;
inline constexpr size_t kBatches = 256;
inline constexpr size_t BatchOf(uint64_t block) {
  return static_cast<size_t>(block / kBlocksPerBatch % kBatches);
}

// Everything that a run adds up, in whole numbers: the summary and the tables of cards and pairs
// are made from it. Chunks are added in the order of their blocks.
class Tally {
 public:
  // Both outlive the tally.
  Tally(const Schedule& schedule, const RecordLayout& layout);

  void Add(const Chunk& chunk);

  uint64_t blocks() const { return blocks_; }
  uint64_t games() const { return blocks_ * schedule_.games_per_block(); }
  uint64_t decisions() const { return decisions_; }
  uint64_t turns() const { return turns_; }
  uint64_t signature() const { return signature_.hash; }
  // The signature after 1, 2, 4, … blocks, 0 where there are fewer: a program that resumes plays
  // them again to see whether it plays alike.
  static constexpr size_t kMarks = 7;
  const std::array<uint64_t, kMarks>& marks() const { return marks_; }
  std::span<const uint64_t> ends() const { return ends_; }  // games, by RecordLayout::ends

  // Games that a strategy forfeited, and why it did the first time.
  struct Forfeits {
    uint64_t games = 0;
    std::string first_reason;
  };
  std::span<const Forfeits> forfeits() const { return forfeits_; }  // by place
  std::span<Forfeits> forfeits() { return forfeits_; }

  // Over blocks: for each line the twelfths won, then for each line the points.
  const BlockSums& lines() const { return lines_; }
  size_t WinQuantity(size_t line) const { return line; }
  size_t PointsQuantity(size_t line) const { return schedule_.lines().size() + line; }
  // Over blocks: for each game of a block the twelfths won by the first strategy.
  const BlockSums& arrangements() const { return arrangements_; }

  // The sums of a card in one batch of a player's line (sim/record/card_facts.h).
  std::span<const int64_t> Card(size_t batch, size_t line, size_t card) const {
    return std::span(cards_).subspan(CardRow(batch, line, card), columns_);
  }
  // Every seat-game of a line in one batch, and the twelfths won in them.
  int64_t SeatGames(size_t batch, size_t line) const { return all_[2 * BatchLine(batch, line)]; }
  int64_t Win12(size_t batch, size_t line) const { return all_[2 * BatchLine(batch, line) + 1]; }

  // Finished coameh of a strategy with both cards, card before with.
  struct Pair {
    int64_t n = 0;
    int64_t win12 = 0;
    int64_t points = 0;
  };
  Pair PairOf(size_t place, size_t card, size_t with) const {
    const size_t at = 3 * ((place * layout_.cards.size() + card) * layout_.cards.size() + with);
    return {pairs_[at], pairs_[at + 1], pairs_[at + 2]};
  }

  // All of it but the forfeits' reasons as numbers, and back: false if they are not those of such a
  // tally.
  std::vector<int64_t> ToNumbers() const;
  bool FromNumbers(std::span<const int64_t> numbers);

 private:
  size_t BatchLine(size_t batch, size_t line) const {
    return batch * schedule_.lines().size() + line;
  }
  size_t CardRow(size_t batch, size_t line, size_t card) const {
    return ((batch * schedule_.player_lines() + line) * layout_.cards.size() + card) * columns_;
  }
  void AddBlock(std::span<const GameRow> games, std::span<const SeatRow> seats, size_t batch);

  const Schedule& schedule_;
  const RecordLayout& layout_;
  size_t columns_;
  uint64_t blocks_ = 0;
  uint64_t decisions_ = 0;
  uint64_t turns_ = 0;
  EventHash signature_;
  std::array<uint64_t, kMarks> marks_{};
  std::vector<uint64_t> ends_;
  std::vector<Forfeits> forfeits_;  // by place
  BlockSums lines_;
  BlockSums arrangements_;
  std::vector<int64_t> cards_;   // by batch, line, card, column
  std::vector<int64_t> all_;     // by batch and line: seat-games, twelfths
  std::vector<int64_t> pairs_;   // by place, card, with: n, twelfths, points
  std::vector<int32_t> values_;  // of the block at hand
};

}  // namespace prestige
