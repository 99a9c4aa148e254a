#pragma once

#include <nlohmann/json.hpp>

#include "engine/coatl/game.h"

namespace prestige::coatl {

// What a seat may know, for outside strategies. Cards, pieces and spaces are written as in a
// replay.
//   phase           which decision is due: keep, action, take, draw, build, finish, temple, pick,
//                   discard, pile
//   turn            turns begun, of all seats together
//   actions_left    of this turn, this one included
//   end             null, or what set off the last turns: third-coatl, bodies
//   turns_left      turns still to begin, once the end was set off
//   coatl           while finishing: the number of the coatl, else null
//   hand, temples   the own cards
//   chosen          cards kept or discarded so far in this decision
//   row, deck, discards           face-up prophecies left to right; cards in the deck; face-up
//   discards supply          what lies on each space, from space 1 on bag             pieces left
//   in the bags, by piece piles, below    the visible temple of each pile or null; how many temples
//   lie below it players         by seat: board, tokens, hand and temples (how many), known_hand
//   and known_temples
//                   (those of them that everyone saw being taken), points, finished, and coameh,
//                   each with pieces from the head end on, prophecies, temple, finished, points
//   marco           of a solo game: its cards left to right with the pieces on them, completed,
//                   points, and by piece those discarded
nlohmann::ordered_json ViewJson(const View& view);

// What is to know of the rules when a game begins: `ruleset`, and by id the `prophecies` (pattern,
// and levels as [times, points]) and `temples` (requirements; points for one met, and for both). Of
// a solo game also the `levels` in force and M.A.R.C.O.'s `space_order`.
nlohmann::ordered_json NewGameJson(const Rules& rules);

}  // namespace prestige::coatl
