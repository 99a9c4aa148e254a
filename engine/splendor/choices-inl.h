#pragma once

// How the bits of Choices are made: for the files of the engine that are compiled with it.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "engine/splendor/choices.h"
#include "engine/splendor/gems.h"
#include "engine/splendor/rules.h"
#include "engine/splendor/state.h"

namespace prestige::splendor {

inline constexpr unsigned kPlaces = kTiers * kMaxFaceUp;

// Where the groups of actions begin.
inline constexpr unsigned kBuys = 0;
inline constexpr unsigned kHandBuys = kBuys + kPlaces;
inline constexpr unsigned kReserves = kHandBuys + kMaxReserved;
inline constexpr unsigned kTakes = kReserves + kPlaces;
inline constexpr unsigned kSames = kTakes + Rules::kMostSets;
inline constexpr unsigned kDecks = kSames + kColors;
inline constexpr unsigned kPassBit = kDecks + kTiers;
static_assert(kPassBit < 64);
// State::reservable needs but one shift.
static_assert(kDecks - kReserves == State::kDeckBit);

// A mask of all bits or none: what random play cannot foresee is computed without branches.
inline uint64_t AllBitsIf(bool condition) { return uint64_t{0} - uint64_t{condition}; }

// The colours that are in the bank, bit c for colour c.
inline unsigned ColorsInBank(const State& state) {
  return ColorBits(state.bank.AtLeast(Gems(Gems::kOnes)));
}

// Bit i for each of the cards that can be bought: gold makes up for what the purse, bonuses and
// coloured tokens together, lacks.
inline uint64_t Affordable(const Rules& rules, const uint8_t* cards, size_t count, Gems purse,
                           int gold) {
  uint64_t affordable = 0;
  for (size_t i = 0; i < count; ++i) {
    const int lacking = rules.CostOf(cards[i]).Minus(purse).Total();
    affordable |= uint64_t{lacking <= gold} << i;
  }
  return affordable;
}

// The same for all places of the table at once: the loops are over places, which compilers turn
// into a few instructions.
inline uint64_t AffordableOnTable(const TableCosts& costs, Gems purse, int gold) {
  using Places = TableCosts::value_type;
  Places lacking{};
  const auto add_color = [&](const Places& cost, int count) {
    const auto have = static_cast<uint8_t>(count);
    for (size_t place = 0; place < lacking.size(); ++place) {
      const uint8_t most = cost[place] > have ? cost[place] : have;
      lacking[place] = static_cast<uint8_t>(lacking[place] + (most - have));
    }
  };
  [&]<size_t... kColor>(std::index_sequence<kColor...>) {
    (add_color(costs[kColor], purse.Count(static_cast<Color>(kColor))), ...);
  }(std::make_index_sequence<kColors>());
  Places enough{};
  const auto most = static_cast<uint8_t>(gold);
  for (size_t place = 0; place < enough.size(); ++place) {
    enough[place] = lacking[place] <= most ? 1 : 0;
  }
  // The product gathers the lowest bits of eight bytes in its top byte.
  constexpr uint64_t kGather = 0x0102'0408'1020'4080;
  std::array<uint64_t, 2> halves;
  static_assert(sizeof(halves) == sizeof(enough) && std::endian::native == std::endian::little);
  std::memcpy(halves.data(), enough.data(), sizeof(halves));
  return halves[0] * kGather >> 56 | halves[1] * kGather >> 56 << 8;
}

inline uint64_t ActionBits(const Rules& rules, const State& state) {
  const RulesConfig& config = rules.config();
  const Player& player = state.players[state.seat];
  const unsigned in_piles =
      ColorBits(state.bank.AtLeast(Gems(Gems::kOnes * config.take_same_needs)));
  const Gems purse = player.tokens.WithoutGold() + player.bonuses;
  const int gold = player.tokens.gold();
  const uint64_t on_table = AffordableOnTable(state.costs, purse, gold);
  const uint64_t in_hand =
      Affordable(rules, player.hand.data(), config.reserved_limit, purse, gold);
  uint64_t bits = ((uint64_t{1} << rules.SetsToTake(ColorsInBank(state)).count) - 1) << kTakes;
  bits |= uint64_t{in_piles} << kSames;
  bits |= state.reservable << kReserves & AllBitsIf(player.hand_size < config.reserved_limit);
  bits |= on_table << kBuys | in_hand << kHandBuys;
  return bits | uint64_t{bits == 0} << kPassBit;
}

// The kinds of token that may be given back next: those after which enough are left of that kind
// and the later ones to go on in order down to the limit.
inline uint64_t ReturnBits(const Rules& rules, const State& state) {
  const Gems tokens = state.players[state.seat].tokens;
  // Byte c of the product counts the tokens up to c, so that this is how many come before c: all of
  // them are kept.
  const Gems earlier(tokens.bytes() * Gems::kOnes << 8 & Gems::kOnes * 0xFF);
  const uint64_t enough_left = Gems(Gems::kOnes * rules.config().token_limit).AtLeast(earlier);
  const uint64_t there = tokens.AtLeast(Gems(Gems::kOnes));
  // Not before the last kind that was given back.
  const auto last = static_cast<unsigned>(std::bit_width(state.returned.bytes() | 1) - 1) / 8;
  return enough_left & there & ~uint64_t{0} << (8 * last);
}

// NoblesFor, declared in game.h.
inline uint32_t NobleBits(const Rules& rules, const State& state) {
  const Player& player = state.players[state.seat];
  if (player.cards < rules.least_cards_for_noble()) return 0;
  uint32_t nobles = 0;
  for (uint32_t bits = state.nobles; bits != 0; bits &= bits - 1) {
    const auto noble = static_cast<size_t>(std::countr_zero(bits));
    const bool meets = player.bonuses.Covers(rules.BonusesFor(noble));
    nobles |= bits & -bits & static_cast<uint32_t>(AllBitsIf(meets));
  }
  return nobles;
}

inline uint64_t ChoiceBits(const Rules& rules, const State& state) {
  switch (state.phase) {
    case Phase::kAction:
      return ActionBits(rules, state);
    case Phase::kReturn:
      return ReturnBits(rules, state);
    case Phase::kNoble:
      return NobleBits(rules, state);
    case Phase::kOver:
      return 0;
  }
  return 0;
}

}  // namespace prestige::splendor
