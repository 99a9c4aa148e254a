#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace prestige {

// What can happen to a card in a seat-game, in the order of the columns of cards/*.parquet; `all`,
// which always happens, is not kept card by card.
enum class Occasion : uint8_t {
  kDealt,
  kKept,
  kSeen,
  kDrawnOpen,
  kDrawnDeck,
  kTaken,
  kKnown,
  kPlayed,
  kScored,
  kStranded,
};
inline constexpr std::array<std::string_view, 10> kOccasionNames{
    "dealt", "kept",  "seen",   "drawn_open", "drawn_deck",
    "taken", "known", "played", "scored",     "stranded"};
inline constexpr size_t kOccasions = kOccasionNames.size();

// A row of integer sums over seat-games, one for each card: n of each occasion, win12 of each
// occasion, then these, then how often the card ended at each level.
enum class CardSum : uint8_t {
  kTimesPlayed,
  kPoints,
  kPointsSquared,
  kTurnSeen,
  kTurnTaken,
  kTurnPlayed,
  kHandTurns,
};
inline constexpr std::array<std::string_view, 7> kCardSumNames{
    "times_played", "points", "points_sq", "turn_seen", "turn_taken", "turn_played", "hand_turns"};

inline constexpr size_t CountColumn(Occasion occasion) { return static_cast<size_t>(occasion); }
inline constexpr size_t WinColumn(Occasion occasion) {
  return kOccasions + static_cast<size_t>(occasion);
}
inline constexpr size_t SumColumn(CardSum sum) { return 2 * kOccasions + static_cast<size_t>(sum); }
inline constexpr size_t kFirstLevelColumn = 2 * kOccasions + kCardSumNames.size();
// Levels are 0 (none) to `levels`.
inline constexpr size_t CardColumns(size_t levels) { return kFirstLevelColumn + levels + 1; }

// The most cards that the tables of a game can have.
inline constexpr size_t kMaxTableCards = 192;

// A set of cards by their index in the game's tables.
struct CardBits {
  std::array<uint64_t, kMaxTableCards / 64> words{};

  bool Has(size_t card) const { return ((words[card / 64] >> (card % 64)) & 1) != 0; }
  void Add(size_t card) { words[card / 64] |= uint64_t{1} << (card % 64); }
  CardBits operator|(const CardBits& other) const {
    CardBits both;
    for (size_t w = 0; w < words.size(); ++w) both.words[w] = words[w] | other.words[w];
    return both;
  }
  // Calls f(card) in ascending order.
  template <class F>
  void ForEach(const F& f) const {
    for (size_t w = 0; w < words.size(); ++w) {
      for (uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        f(w * 64 + static_cast<size_t>(std::countr_zero(bits)));
      }
    }
  }
};

// Gathers what happens to every card in one seat-game, and adds it to the sums when the game is
// over and the seat's win share is known. A game's recorder has one for each seat.
class CardFacts {
 public:
  // A seat-game begins. `sums` are the rows of the seat's line in the chunk, card after card.
  void Begin(uint32_t* sums, size_t columns) {
    sums_ = sums;
    columns_ = columns;
    occasions_ = {};
  }

  void Mark(Occasion occasion, size_t card) { occasions_[static_cast<size_t>(occasion)].Add(card); }
  bool Has(Occasion occasion, size_t card) const {
    return occasions_[static_cast<size_t>(occasion)].Has(card);
  }
  void Add(CardSum sum, size_t card, uint32_t value) { Cell(card, SumColumn(sum)) += value; }

  // Seen at the beginning of the seat's turn of that number.
  void SeenAll(const CardBits& cards, uint32_t turn) {
    CardBits& seen = occasions_[static_cast<size_t>(Occasion::kSeen)];
    CardBits fresh;
    for (size_t w = 0; w < cards.words.size(); ++w) {
      fresh.words[w] = cards.words[w] & ~seen.words[w];
      seen.words[w] |= cards.words[w];
    }
    fresh.ForEach([&](size_t card) { Add(CardSum::kTurnSeen, card, turn); });
  }
  void Taken(size_t card, uint32_t turn) {
    if (!Has(Occasion::kTaken, card)) Add(CardSum::kTurnTaken, card, turn);
    Mark(Occasion::kTaken, card);
  }
  void Played(size_t card, uint32_t turn) {
    if (!Has(Occasion::kPlayed, card)) Add(CardSum::kTurnPlayed, card, turn);
    Mark(Occasion::kPlayed, card);
    Add(CardSum::kTimesPlayed, card, 1);
  }
  // The card brought these points, on a finished coatl or by being bought.
  void Scored(size_t card, uint32_t points) {
    Add(CardSum::kPoints, card, points);
    Add(CardSum::kPointsSquared, card, points * points);
  }
  void EndedAtLevel(size_t card, size_t level) { ++Cell(card, kFirstLevelColumn + level); }

  // The seat-game is over: everything marked is counted.
  void End(uint32_t win12) {
    occasions_[static_cast<size_t>(Occasion::kKnown)] =
        occasions_[static_cast<size_t>(Occasion::kDealt)] |
        occasions_[static_cast<size_t>(Occasion::kSeen)] |
        occasions_[static_cast<size_t>(Occasion::kTaken)];
    for (size_t occasion = 0; occasion < kOccasions; ++occasion) {
      occasions_[occasion].ForEach([&](size_t card) {
        ++Cell(card, CountColumn(static_cast<Occasion>(occasion)));
        Cell(card, WinColumn(static_cast<Occasion>(occasion))) += win12;
      });
    }
  }

 private:
  uint32_t& Cell(size_t card, size_t column) { return sums_[card * columns_ + column]; }

  uint32_t* sums_ = nullptr;
  size_t columns_ = 0;
  std::array<CardBits, kOccasions> occasions_{};
};

}  // namespace prestige
