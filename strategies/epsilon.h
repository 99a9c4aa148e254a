#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/core/rng.h"
#include "strategies/agent.h"

namespace prestige {

// Plays as another agent does, but errs with a fixed probability: then any legal choice is as
// likely as any other. The other agent is not asked where this one errs.
template <Game G>
class EpsilonAgent final : public Agent<G> {
 public:
  // `probability` from 0 to 1.
  EpsilonAgent(std::unique_ptr<Agent<G>> agent, double probability)
      : agent_(std::move(agent)), probability_(probability) {}

  // The errors have a stream of their own, so that without any the agent plays as it would alone.
  void NewGame(uint64_t key) override {
    constexpr uint64_t kErrors = 0xE4405;
    errors_ = Stream(SplitKey(key, kErrors));
    agent_->NewGame(key);
  }

  size_t Choose(const typename G::View& view, const typename G::MoveList& moves) override {
    if (errors_.Unit() < probability_) return errors_.Below(static_cast<uint32_t>(moves.size()));
    return agent_->Choose(view, moves);
  }

  std::string_view forfeit_reason() const override { return agent_->forfeit_reason(); }

 private:
  std::unique_ptr<Agent<G>> agent_;
  double probability_;
  Stream errors_{0};
};

}  // namespace prestige
