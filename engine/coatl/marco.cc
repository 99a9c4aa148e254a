#include "engine/coatl/marco.h"

namespace prestige::coatl {
namespace {

constexpr unsigned kEveryColor = (1U << kColors) - 1;

bool Has(unsigned colors, Piece piece) {
  return piece != kNoPiece && ((colors >> static_cast<unsigned>(ColorOf(piece))) & 1) != 0;
}

}  // namespace

unsigned LackedColors(const Rules& rules, const MarcoCard& card) {
  Need open = rules.NeedOf(card.card);
  for (const Piece piece : card.pieces) {
    uint8_t& colored = open.of[static_cast<size_t>(ColorOf(piece))];
    --(colored > 0 ? colored : open.any);
  }
  if (open.any > 0) return kEveryColor;
  unsigned colors = 0;
  for (size_t c = 0; c < kColors; ++c) colors |= (open.of[c] > 0 ? 1U : 0U) << c;
  return colors;
}

std::optional<size_t> CardFor(const Rules& rules, const Marco& marco, Piece piece) {
  for (size_t i = 0; i < marco.cards.size(); ++i) {
    if (Has(LackedColors(rules, marco.cards[i]), piece)) return i;
  }
  return std::nullopt;
}

std::optional<size_t> CompleteCard(const Rules& rules, const Marco& marco) {
  for (size_t i = 0; i < marco.cards.size(); ++i) {
    if (LackedColors(rules, marco.cards[i]) == 0) return i;
  }
  return std::nullopt;
}

MarcoChoice ChooseSpace(const Rules& rules, const State& state) {
  const auto& order = rules.config().solo->space_order;
  for (const MarcoCard& card : state.marco.cards) {
    const unsigned lacked = LackedColors(rules, card);
    for (const uint8_t space : order) {
      for (const Piece piece : state.supply[space]) {
        if (Has(lacked, piece)) return {space, true};
      }
    }
  }
  size_t i = 0;
  while (state.supply[order[i]][0] == kNoPiece) ++i;
  return {order[i], false};
}

}  // namespace prestige::coatl
