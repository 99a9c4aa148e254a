#include "engine/splendor/view.h"

#include <cstring>
#include <utility>

#include "engine/core/fixed_list.h"
#include "engine/splendor/game.h"

namespace prestige::splendor {

State View::Concealed() const {
  State shown = *state_;
  shown.deck_keys = {};
  for (size_t tier = 0; tier < kTiers; ++tier) {
    const size_t begin = rules_->TierBegin(tier);
    for (size_t i = 0; i < shown.deck_size[tier]; ++i) {
      shown.deck[begin + i] = static_cast<uint8_t>(kHiddenCard + tier);
    }
  }
  for (int seat = 0; seat < players(); ++seat) {
    auto& hand = shown.players[static_cast<size_t>(seat)].hand;
    for (size_t i = 0; i < hand.size(); ++i) {
      if (IsHidden(seat, i)) hand[i] = static_cast<uint8_t>(kHiddenCard + reserved_tier(seat, i));
    }
  }
  return shown;
}

bool SplendorGame::SameView(const View& a, const View& b) {
  const State x = a.Concealed();
  const State y = b.Concealed();
  return a.seat() == b.seat() && std::memcmp(&x, &y, sizeof(State)) == 0;
}

// What the others reserved unseen and the deck of its tier are shuffled together and dealt anew.
State SplendorGame::Resample(const View& view, Stream& stream) {
  const Rules& rules = view.rules();
  State state = *view.state_;
  for (uint64_t& key : state.deck_keys) key = stream.Next();
  for (size_t tier = 0; tier < kTiers; ++tier) {
    CardSet unseen;
    FixedList<uint8_t*, kMaxPlayers * kMaxReserved> places;  // in other hands
    for (int seat = 0; seat < view.players(); ++seat) {
      Player& player = state.players[static_cast<size_t>(seat)];
      for (size_t i = 0; i < player.hand_size; ++i) {
        if (!view.IsHidden(seat, i) || rules.TierOf(player.hand[i]) != tier) continue;
        unseen.Add(player.hand[i]);
        places.push_back(&player.hand[i]);
      }
    }
    uint8_t* const deck = &state.deck[rules.TierBegin(tier)];
    for (size_t i = 0; i < state.deck_size[tier]; ++i) unseen.Add(deck[i]);
    FixedList<uint8_t, kMaxCards> cards;
    unseen.ForEach([&](uint8_t card) { cards.push_back(card); });
    for (uint8_t* place : places) {
      *place = cards.TakeUnordered(stream.Below(static_cast<uint32_t>(cards.size())));
    }
    for (size_t i = 0; i < cards.size(); ++i) deck[i] = cards[i];
  }
  return state;
}

}  // namespace prestige::splendor
