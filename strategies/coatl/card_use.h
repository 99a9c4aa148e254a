#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/coatl/game.h"
#include "strategies/restrict.h"

namespace prestige::coatl {

// What it means in Cóatl to use a card, for strategies/restrict.h.
//   a prophecy: to keep it in the opening hand, to draw it from the row, to play it on a coatl.
//   Drawn
//     from the deck it comes by chance, which is no use of it.
//   a temple: to take it from a pile, to play it on a coatl.
struct CoatlCardUse {
  struct Card {
    bool is_temple = false;
    uint8_t index = 0;  // kind of prophecy, or temple
  };

  // The card with that id in the ruleset's decks.
  static std::optional<Card> Find(const Rules& rules, std::string_view id);

  static CardUse Of(const View& view, const Move& move, Card card);
};

}  // namespace prestige::coatl
