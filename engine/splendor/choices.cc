#include "engine/splendor/choices.h"

#include "engine/splendor/game.h"

namespace prestige::splendor {
namespace {

constexpr unsigned kPlaces = kTiers * kMaxFaceUp;

// Where the groups of actions begin.
constexpr unsigned kBuys = 0;
constexpr unsigned kHandBuys = kBuys + kPlaces;
constexpr unsigned kReserves = kHandBuys + kMaxReserved;
constexpr unsigned kTakes = kReserves + kPlaces;
constexpr unsigned kSames = kTakes + Rules::kMostSets;
constexpr unsigned kDecks = kSames + kColors;
constexpr unsigned kPassBit = kDecks + kTiers;
static_assert(kPassBit < 64);

// A mask of all bits or none: what random play cannot foresee is computed without branches.
uint64_t AllBitsIf(bool condition) { return uint64_t{0} - uint64_t{condition}; }

// Bit i for each of the cards that can be bought: gold makes up for what the purse, bonuses and
// coloured tokens together, lacks.
uint64_t Affordable(const Rules& rules, const uint8_t* cards, size_t count, Gems purse, int gold) {
  uint64_t affordable = 0;
  for (size_t i = 0; i < count; ++i) {
    const int lacking = rules.CostOf(cards[i]).Minus(purse).Total();
    affordable |= uint64_t{lacking <= gold} << i;
  }
  return affordable;
}

uint64_t ActionBits(const Rules& rules, const State& state) {
  const RulesConfig& config = rules.config();
  const Player& player = state.players[state.seat];
  const unsigned in_bank = ColorBits(state.bank.AtLeast(Gems(Gems::kOnes)));
  const unsigned in_piles =
      ColorBits(state.bank.AtLeast(Gems(Gems::kOnes * config.take_same_needs)));
  const Gems purse = player.tokens.WithoutGold() + player.bonuses;
  const int gold = player.tokens.gold();
  const uint64_t on_table =
      Affordable(rules, state.table.data(), kTiers * size_t{config.face_up}, purse, gold);
  const uint64_t in_hand =
      Affordable(rules, player.hand.data(), config.reserved_limit, purse, gold);
  uint64_t decks = 0;
  for (unsigned tier = 0; tier < kTiers; ++tier) {
    decks |= uint64_t{state.deck_size[tier] != 0} << tier;
  }
  uint64_t bits = ((uint64_t{1} << rules.SetsToTake(in_bank).count) - 1) << kTakes;
  bits |= uint64_t{in_piles} << kSames;
  bits |= (decks << kDecks | uint64_t{state.filled} << kReserves) &
          AllBitsIf(player.hand_size < config.reserved_limit);
  bits |= on_table << kBuys | in_hand << kHandBuys;
  return bits | uint64_t{bits == 0} << kPassBit;
}

// The kinds of token that may be given back next: those after which enough are left of that kind
// and the later ones to go on in order down to the limit.
uint64_t ReturnBits(const Rules& rules, const State& state) {
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

}  // namespace

uint32_t NoblesFor(const Rules& rules, const State& state) {
  const Player& player = state.players[state.seat];
  if (player.cards < rules.least_cards_for_noble()) return 0;
  uint32_t nobles = 0;
  for (uint32_t bits = state.nobles; bits != 0; bits &= bits - 1) {
    const auto noble = static_cast<size_t>(std::countr_zero(bits));
    if (player.bonuses.Covers(rules.BonusesFor(noble))) nobles |= bits & -bits;
  }
  return nobles;
}

bool CanBuy(const Rules& rules, const Player& player, uint8_t card) {
  const Gems purse = player.tokens.WithoutGold() + player.bonuses;
  return Affordable(rules, &card, 1, purse, player.tokens.gold()) != 0;
}

Choices::Choices(const Rules& rules, const State& state) : rules_(rules), state_(state) {
  switch (state.phase) {
    case Phase::kAction:
      bits_ = ActionBits(rules, state);
      return;
    case Phase::kReturn:
      bits_ = ReturnBits(rules, state);
      return;
    case Phase::kNoble:
      bits_ = NoblesFor(rules, state);
      return;
    case Phase::kOver:
      return;
  }
}

Move Choices::Decode(unsigned bit) const {
  if (state_.phase == Phase::kReturn) return {MoveKind::kReturn, static_cast<uint8_t>(bit / 8)};
  if (state_.phase == Phase::kNoble) return {MoveKind::kNoble, static_cast<uint8_t>(bit)};
  if (bit < kHandBuys) return {MoveKind::kBuyTable, state_.table[bit - kBuys]};
  if (bit < kReserves)
    return {MoveKind::kBuyHand, state_.players[state_.seat].hand[bit - kHandBuys]};
  if (bit < kTakes) return {MoveKind::kReserveTable, state_.table[bit - kReserves]};
  if (bit < kSames) {
    const unsigned in_bank = ColorBits(state_.bank.AtLeast(Gems(Gems::kOnes)));
    return {MoveKind::kTake, rules_.SetsToTake(in_bank).sets[bit - kTakes]};
  }
  if (bit < kDecks) return {MoveKind::kTakeSame, static_cast<uint8_t>(bit - kSames)};
  if (bit < kPassBit) return {MoveKind::kReserveDeck, static_cast<uint8_t>(bit - kDecks)};
  return {MoveKind::kPass};
}

void SplendorGame::LegalMoves(const Rules& rules, const State& state, MoveList* moves) {
  moves->Reset();
  Choices(rules, state).AppendTo(moves);
}

}  // namespace prestige::splendor
