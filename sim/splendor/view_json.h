#pragma once

#include <nlohmann/json.hpp>

#include "engine/splendor/game.h"

namespace prestige::splendor {

// What a seat may know, for outside strategies. Cards and tokens are written as in a replay.
//   phase      which decision is due: action, return, noble
//   turn       turns begun, of all seats together
//   last_turns whether the end was set off
//   hand       the own reserved cards, oldest first
//   bank       tokens by kind
//   returned   tokens given back so far in this turn, by kind
//   table      face-up cards of the tiers 1, 2, 3; decks: how many cards are left of each
//   nobles     face up
//   players    by seat: tokens and bonuses by kind, points, bought, nobles, and reserved: each
//   card's
//              tier, and its id or null if this seat never saw it
nlohmann::ordered_json ViewJson(const View& view);

// What is to know of the rules when a game begins: `ruleset`, its numbers under `rules`, and by id
// the `developments` (tier, bonus, points, cost) and `nobles` (points, bonuses).
nlohmann::ordered_json NewGameJson(const Rules& rules);

}  // namespace prestige::splendor
