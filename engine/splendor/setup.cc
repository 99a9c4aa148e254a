#include <bit>

#include "engine/splendor/chance.h"
#include "engine/splendor/game.h"

namespace prestige::splendor {
namespace {

uint32_t DrawNobles(const Rules& rules, size_t count, uint64_t key) {
  Stream stream(SplitKey(key, kNobleSource));
  std::array<uint8_t, kMaxNobles> nobles;
  size_t left = rules.nobles().size();
  for (size_t i = 0; i < left; ++i) nobles[i] = static_cast<uint8_t>(i);
  uint32_t drawn = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t place = stream.Below(static_cast<uint32_t>(left));
    drawn |= uint32_t{1} << nobles[place];
    nobles[place] = nobles[--left];
  }
  return drawn;
}

}  // namespace

State SplendorGame::Setup(const Rules& rules, int players, uint64_t key) {
  const RulesConfig& config = rules.config();
  State state;
  state.player_count = static_cast<uint8_t>(players);
  state.turns = 1;
  state.bank = Gems(Gems::kOnes * rules.TokenCount(state.player_count)).WithoutGold() +
               Gems::Of(Color::kGold, config.gold);
  for (Player& player : state.players) player.hand.fill(kNoCard);
  state.deck = rules.full_deck();
  state.table.fill(kNoCard);
  for (auto& costs : state.costs) costs.fill(kMaxCost);
  state.reservable = (uint64_t{1} << (kTiers * config.face_up)) - 1;
  for (size_t tier = 0; tier < kTiers; ++tier) {
    state.deck_keys[tier] = SplitKey(key, tier);
    state.deck_size[tier] = static_cast<uint8_t>(rules.TierSize(tier));
    state.reservable |= uint64_t{state.deck_size[tier] > 0} << (State::kDeckBit + tier);
    for (size_t i = 0; i < config.face_up; ++i) {
      Refill(rules, state, tier, tier * config.face_up + i);
    }
  }
  state.nobles = DrawNobles(rules, rules.NobleCount(state.player_count), key);
  return state;
}

}  // namespace prestige::splendor
