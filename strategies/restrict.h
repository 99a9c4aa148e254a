#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "strategies/agent.h"

namespace prestige {

// How a move stands to a card, in the eyes of the seat that makes it. Each game has a function that
// says so (strategies/GAME/card_use.h).
enum class CardUse : uint8_t {
  kNone,
  kAway,     // gives the card away, or lets it go
  kLeadsTo,  // opens an action in which the card can be used at once
  kUses,     // takes the card, plays it, or leaves no choice but to
};

// Plays as another agent does among the moves that keep to a rule about one card.
//
// UseOf is a type with `Card`, and `static CardUse Of(const G::View&, const G::Move&, Card)`.
template <Game G, class UseOf>
class RestrictedAgent final : public Agent<G> {
 public:
  enum class Rule : uint8_t {
    kOmit,    // never uses the card, unless no other move is legal
    kPrefer,  // uses the card whenever it can, and never gives it away
  };

  RestrictedAgent(std::unique_ptr<Agent<G>> agent, Rule rule, typename UseOf::Card card)
      : agent_(std::move(agent)), rule_(rule), card_(card) {}

  void NewGame(uint64_t key) override { agent_->NewGame(key); }

  size_t Choose(const typename G::View& view, const typename G::MoveList& moves) override {
    std::array<CardUse, G::MoveList::capacity()> uses;
    auto most = CardUse::kAway;
    for (size_t i = 0; i < moves.size(); ++i) {
      uses[i] = UseOf::Of(view, moves[i], card_);
      if (uses[i] > most) most = uses[i];
    }
    const auto is_allowed = [&](CardUse use) {
      if (rule_ == Rule::kOmit) return use != CardUse::kUses;
      return most == CardUse::kAway ? use != CardUse::kAway : use == most;
    };
    typename G::MoveList allowed;
    std::array<size_t, G::MoveList::capacity()> places;
    for (size_t i = 0; i < moves.size(); ++i) {
      if (!is_allowed(uses[i])) continue;
      places[allowed.size()] = i;
      allowed.push_back(moves[i]);
    }
    if (allowed.empty()) return agent_->Choose(view, moves);
    if (allowed.size() == 1) return places[0];
    const size_t chosen = agent_->Choose(view, allowed);
    return chosen == kForfeit ? kForfeit : places[chosen];
  }

  std::string_view forfeit_reason() const override { return agent_->forfeit_reason(); }

 private:
  std::unique_ptr<Agent<G>> agent_;
  Rule rule_;
  typename UseOf::Card card_;
};

}  // namespace prestige
