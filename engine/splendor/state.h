#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/splendor/gems.h"
#include "engine/splendor/rules.h"

namespace prestige::splendor {

// A set of development cards, one bit a card.
struct CardSet {
  std::array<uint64_t, 2> words{};

  bool Has(uint8_t card) const { return ((words[card / 64] >> (card % 64)) & 1) != 0; }
  void Add(uint8_t card) { words[card / 64] |= uint64_t{1} << (card % 64); }
  int size() const { return std::popcount(words[0]) + std::popcount(words[1]); }

  // Calls f(card) in ascending order.
  template <class F>
  void ForEach(const F& f) const {
    for (size_t w = 0; w < words.size(); ++w) {
      for (uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        f(static_cast<uint8_t>(w * 64 + static_cast<size_t>(std::countr_zero(bits))));
      }
    }
  }
  friend bool operator==(const CardSet&, const CardSet&) = default;
};
static_assert(kMaxCards <= 128);

// What the face-up cards cost, colour by colour and place by place: one colour of all of them is
// compared at once. A place without a card has costs that nobody can pay.
using TableCosts = std::array<std::array<uint8_t, 16>, kColors>;
static_assert(kTiers * kMaxFaceUp <= 16);

struct Player {
  Gems tokens;
  Gems bonuses;         // of the cards bought
  CardSet bought;       // development cards
  uint32_t nobles = 0;  // bit n for each noble received
  uint16_t points = 0;
  uint8_t cards = 0;                         // number of cards bought
  uint8_t hidden = 0;                        // bit i: hand[i] came off a deck, unseen by others
  std::array<uint8_t, kMaxReserved> hand{};  // reserved cards, oldest first; then kNoCard
  uint8_t hand_size = 0;
  std::array<uint8_t, 2> unused{};  // up to a multiple of eight bytes: no padding
};
static_assert(sizeof(Player) == 48);

// Which decision is due.
enum class Phase : uint8_t {
  kAction,  // the whole action, or pass
  kReturn,  // which token to give back next
  kNoble,   // which of several nobles
  kOver,
};

// What set off the end of the game.
enum class End : uint8_t { kNone, kPoints, kPasses, kRounds };

inline constexpr uint8_t kNoSeat = 0xFF;

// One position. The order of the decks is not stored: the next card is drawn from what is left by
// the deck's stream, so the n-th card off a deck still depends on the key and n alone, and a
// resampled state is made by moving hidden cards and changing the keys.
struct State {
  std::array<uint64_t, kTiers> deck_keys{};  // of each deck's random stream
  Gems bank;
  Gems returned;  // kReturn: given back so far in this turn
  std::array<Player, kMaxPlayers> players;
  // Derived: bit p for each place p of the table with a card on it, bit kDeckBit + t for each deck
  // t with a card in it.
  uint64_t reservable = 0;
  static constexpr unsigned kDeckBit = 30;
  TableCosts costs{};  // derived
  // Cards that are left: those of a tier begin at Rules::TierBegin and lie in no order.
  std::array<uint8_t, kMaxCards> deck{};
  std::array<uint8_t, kTiers> deck_size{};
  // Face-up cards: place i of a tier is tier * face_up + i, kNoCard where it is empty.
  std::array<uint8_t, kTiers * kMaxFaceUp> table{};
  uint16_t turns = 0;   // begun, of all seats together
  uint32_t nobles = 0;  // face up, bit n for noble n
  uint8_t player_count = 0;
  uint8_t seat = 0;  // who acts
  Phase phase = Phase::kAction;
  End end = End::kNone;
  uint8_t ender = kNoSeat;          // the first seat with points enough
  uint8_t passes = 0;               // in a row
  std::array<uint8_t, 2> unused{};  // up to a multiple of eight bytes: no padding
};
static_assert(sizeof(State) == 472);
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);

}  // namespace prestige::splendor
