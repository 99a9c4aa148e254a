#pragma once

#include <memory>
#include <span>

#include "engine/core/rng.h"
#include "strategies/agent.h"

namespace prestige {

// Uniform over the legal choices.
template <Game G>
class RandomAgent final : public Agent<G> {
 public:
  void NewGame(uint64_t key) override { stream_ = Stream(key); }
  size_t Choose(const typename G::View&, const typename G::MoveList& moves) override {
    return stream_.Below(static_cast<uint32_t>(moves.size()));
  }

 private:
  Stream stream_{0};
};

template <Game G>
std::unique_ptr<Agent<G>> MakeRandom(const typename G::Rules&, std::span<const double>) {
  return std::make_unique<RandomAgent<G>>();
}

}  // namespace prestige
