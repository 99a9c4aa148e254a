#include "strategies/splendor/card_use.h"

namespace prestige::splendor {

std::optional<SplendorCardUse::Card> SplendorCardUse::Find(const Rules& rules,
                                                           std::string_view id) {
  if (const auto card = rules.FindDevelopment(id)) return Card{false, *card};
  if (const auto noble = rules.FindNoble(id)) return Card{true, *noble};
  return std::nullopt;
}

CardUse SplendorCardUse::Of(const View&, const Move& move, Card card) {
  switch (move.kind) {
    case MoveKind::kReserveTable:
    case MoveKind::kBuyTable:
    case MoveKind::kBuyHand:
      return !card.is_noble && move.a == card.index ? CardUse::kUses : CardUse::kNone;
    case MoveKind::kNoble:
      return card.is_noble && move.a == card.index ? CardUse::kUses : CardUse::kNone;
    default:
      return CardUse::kNone;
  }
}

}  // namespace prestige::splendor
