#include "engine/splendor/choices.h"

#include "engine/splendor/choices-inl.h"
#include "engine/splendor/game.h"

namespace prestige::splendor {

uint32_t NoblesFor(const Rules& rules, const State& state) { return NobleBits(rules, state); }

bool CanBuy(const Rules& rules, const Player& player, uint8_t card) {
  const Gems purse = player.tokens.WithoutGold() + player.bonuses;
  return Affordable(rules, &card, 1, purse, player.tokens.gold()) != 0;
}

Choices::Choices(const Rules& rules, const State& state)
    : rules_(rules), state_(state), bits_(ChoiceBits(rules, state)) {}

Move Choices::Decode(unsigned bit) const {
  if (state_.phase == Phase::kReturn) return {MoveKind::kReturn, static_cast<uint8_t>(bit / 8)};
  if (state_.phase == Phase::kNoble) return {MoveKind::kNoble, static_cast<uint8_t>(bit)};
  if (bit < kHandBuys) return {MoveKind::kBuyTable, state_.table[bit - kBuys]};
  if (bit < kReserves)
    return {MoveKind::kBuyHand, state_.players[state_.seat].hand[bit - kHandBuys]};
  if (bit < kTakes) return {MoveKind::kReserveTable, state_.table[bit - kReserves]};
  if (bit < kSames) {
    return {MoveKind::kTake, rules_.SetsToTake(ColorsInBank(state_)).sets[bit - kTakes]};
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
