#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/core/event.h"
#include "sim/play/match.h"
#include "strategies/coatl/catalog.h"

// Games between strategies of Cóatl, for their tests.
namespace prestige::coatl {

// A strategy by its name, with its parameters as they are.
inline std::unique_ptr<Agent<CoatlGame>> MakeAgent(const Rules& rules, std::string_view name) {
  for (const auto& entry : Strategies()) {
    if (entry.info.name != name) continue;
    std::vector<double> values;
    for (const Parameter& parameter : entry.info.parameters) values.push_back(parameter.fallback);
    return entry.make(rules, values);
  }
  throw std::invalid_argument("no such strategy: " + std::string(name));
}

struct Played {
  State state;
  uint64_t hash = 0;  // of all that happened
  int moves = 0;
  bool legal = true;  // every choice was one that there is; else the game was broken off
};

// Agents that sit together for any number of games: one strategy at seat 0, another at all others,
// or the other way round.
class Table {
 public:
  Table(const Rules& rules, std::string_view first, std::string_view others, int players)
      : rules_(rules) {
    for (int seat = 0; seat < players; ++seat) {
      agents_.push_back(MakeAgent(rules, seat == 0 ? first : others));
    }
  }

  Played Play(uint64_t deal_key) {
    Played played;
    played.state = CoatlGame::Setup(rules_, static_cast<int>(agents_.size()), deal_key);
    for (size_t seat = 0; seat < agents_.size(); ++seat) {
      agents_[seat]->NewGame(SeatKey(deal_key, seat));
    }
    EventHash events;
    MoveList moves;
    while (!CoatlGame::IsTerminal(played.state)) {
      CoatlGame::LegalMoves(rules_, played.state, &moves);
      size_t index = 0;
      if (moves.size() > 1) {
        const int seat = CoatlGame::SeatToAct(played.state);
        const View view = CoatlGame::Observe(rules_, played.state, seat);
        index = agents_[static_cast<size_t>(seat)]->Choose(view, moves);
      }
      if (index >= moves.size()) {
        played.legal = false;
        break;
      }
      CoatlGame::Apply(rules_, &played.state, moves[index], &events);
      ++played.moves;
    }
    played.hash = events.hash;
    return played;
  }

 private:
  const Rules& rules_;
  std::vector<std::unique_ptr<Agent<CoatlGame>>> agents_;
};

// The win share of a strategy against another one in games of two, every deal in both seatings.
inline double ShareOverBlocks(const Rules& rules, std::string_view strategy, std::string_view other,
                              uint64_t deals) {
  Table first(rules, strategy, other, 2);
  Table second(rules, other, strategy, 2);
  int wins12 = 0;
  for (uint64_t deal = 0; deal < deals; ++deal) {
    const uint64_t key = DealKey(7, deal);
    wins12 += CoatlGame::OutcomeOf(rules, first.Play(key).state).win12[0];
    wins12 += CoatlGame::OutcomeOf(rules, second.Play(key).state).win12[1];
  }
  return wins12 / (24.0 * static_cast<double>(deals));
}

}  // namespace prestige::coatl
