#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/splendor/game.h"
#include "strategies/restrict.h"

namespace prestige::splendor {

// What it means in Splendor to use a card, for strategies/restrict.h.
//   a development: to reserve it from the table, to buy it. Reserved off a deck it comes by chance,
//     which is no use of it.
//   a noble: to choose it among several; one that comes alone is not asked.
struct SplendorCardUse {
  struct Card {
    bool is_noble = false;
    uint8_t index = 0;
  };

  // The card with that id in the ruleset's decks.
  static std::optional<Card> Find(const Rules& rules, std::string_view id);

  static CardUse Of(const View& view, const Move& move, Card card);
};

}  // namespace prestige::splendor
