#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "strategies/agent.h"

#include "sim/outside/outside_player.h"

namespace prestige {

// A player outside the program at a seat of a game. `T` is what the game's folder in sim/ gives:
//   Game
//   ViewJson(view)       all that the seat may know, as an object
//   NewGameJson(rules)   what is to know of the rules, as an object: part of the line for a new
//   game
// Lines are as sim/outside/prestige_strategy.h says.
template <class T>
class OutsideAgent final : public Agent<typename T::Game> {
  using G = typename T::Game;
  using Json = nlohmann::ordered_json;

 public:
  explicit OutsideAgent(std::unique_ptr<OutsidePlayer> player) : player_(std::move(player)) {}

  // The player hears of it at its first decision, when its seat is known.
  void NewGame(uint64_t key) override {
    seed_ = key >> 11;  // 53 bits: every reader of JSON keeps them
    is_new_ = true;
    reason_.clear();
  }

  size_t Choose(const typename G::View& view, const typename G::MoveList& moves) override {
    if (std::exchange(is_new_, false)) {
      Json line{{"request", ++request_}, {"new_game", true}};
      AddSeat(view, &line);
      line["players"] = view.players();
      line.update(T::NewGameJson(view.rules()));
      if (const absl::Status status = player_->NewGame(request_, line.dump()); !status.ok()) {
        return Forfeit(status);
      }
    }
    Json line{{"request", ++request_}};
    AddSeat(view, &line);
    line["view"] = T::ViewJson(view);
    Json choices = Json::array();
    for (const typename G::Move& move : moves) choices.push_back(G::MoveText(view.rules(), move));
    line["choices"] = std::move(choices);
    const absl::StatusOr<size_t> choice = player_->Choose(request_, line.dump(), moves.size());
    return choice.ok() ? *choice : Forfeit(choice.status());
  }

  std::string_view forfeit_reason() const override { return reason_; }

 private:
  void AddSeat(const typename G::View& view, Json* line) const {
    (*line)["game"] = G::kName;
    (*line)["seat"] = view.seat();
    (*line)["seed"] = seed_;
  }

  size_t Forfeit(const absl::Status& status) {
    reason_ = std::string(status.message());
    return kForfeit;
  }

  std::unique_ptr<OutsidePlayer> player_;
  int64_t request_ = 0;
  uint64_t seed_ = 0;
  bool is_new_ = true;
  std::string reason_;
};

}  // namespace prestige
