#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "engine/core/check.h"
#include "sim/config/strategy_spec.h"
#include "sim/config/suggest.h"
#include "sim/outside/outside_agent.h"
#include "sim/outside/outside_player.h"
#include "strategies/agent.h"
#include "strategies/epsilon.h"
#include "strategies/restrict.h"

namespace prestige {

// A player as the specification says. `T` is what a game's folder in sim/ gives: Game,
// Strategies(), CardUse (strategies/restrict.h), and what OutsideAgent asks for. The error is that
// of a card that is in no deck, of a library, or of a program.
template <class T>
absl::StatusOr<std::unique_ptr<Agent<typename T::Game>>> MakeAgent(
    const typename T::Game::Rules& rules, const StrategySpec& spec, absl::Duration move_time) {
  using G = typename T::Game;
  using Kind = StrategySpec::Kind;
  using Restricted = RestrictedAgent<G, typename T::CardUse>;
  const auto outside = [](absl::StatusOr<std::unique_ptr<OutsidePlayer>> player)
      -> absl::StatusOr<std::unique_ptr<Agent<G>>> {
    if (!player.ok()) return player.status();
    return std::make_unique<OutsideAgent<T>>(*std::move(player));
  };
  switch (spec.kind) {
    case Kind::kOwn: {
      const auto entries = T::Strategies();
      const auto entry = std::find_if(entries.begin(), entries.end(), [&](const auto& candidate) {
        return candidate.info.name == spec.name;
      });
      PRESTIGE_DCHECK(entry != entries.end());
      return entry->make(rules, spec.values);
    }
    case Kind::kEpsilon: {
      auto wrapped = MakeAgent<T>(rules, spec.wrapped[0], move_time);
      if (!wrapped.ok()) return wrapped;
      return std::make_unique<EpsilonAgent<G>>(*std::move(wrapped), spec.values[0]);
    }
    case Kind::kOmit:
    case Kind::kPrefer: {
      const auto card = T::CardUse::Find(rules, spec.argument);
      if (!card) {
        return absl::InvalidArgumentError(absl::StrCat(Printable(spec.text), ": no card ",
                                                       Quoted(spec.argument), " in the decks"));
      }
      auto wrapped = MakeAgent<T>(rules, spec.wrapped[0], move_time);
      if (!wrapped.ok()) return wrapped;
      return std::make_unique<Restricted>(
          *std::move(wrapped),
          spec.kind == Kind::kOmit ? Restricted::Rule::kOmit : Restricted::Rule::kPrefer, *card);
    }
    case Kind::kLibrary:
      return outside(OpenLibrary(spec.argument, G::kName, move_time));
    case Kind::kProcess:
      return outside(OpenProcess(spec.argument, move_time));
  }
  return nullptr;
}

}  // namespace prestige
