#include "engine/coatl/view.h"

#include <cstring>
#include <utility>

#include "engine/coatl/game.h"

namespace prestige::coatl {
namespace {

// The hidden cards of a seat's hand as its opponents see it: those that not everyone knows of.
template <class F>
void ForEachHiddenCard(const State& state, const Player& player, const F& f) {
  for (const uint8_t card : player.hand) {
    if (!state.open_hands.Has(card)) f(card);
  }
}

bool IsHiddenTemple(const State& state, uint8_t temple) {
  return ((state.open_temples >> temple) & 1) == 0;
}

template <class List>
void Shuffle(List& items, Stream& stream) {
  for (size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[stream.Below(static_cast<uint32_t>(i))]);
  }
}

// Whether a seat in the middle of building can go on with the hand that it has. The true hand can,
// as everyone knows.
bool CanGoOn(const Rules& rules, const State& state) {
  if (state.phase == Phase::kBuild) return Choices(rules, state).size() > 0;
  if (state.phase != Phase::kFinish) return true;
  const Player& player = state.players[state.seat];
  const uint64_t playable = player.PlayableOn(state.focus);
  size_t prophecies = player.coatls[state.focus].prophecies.size();
  for (size_t i = 0; i < player.hand.size(); ++i) {
    const bool again = i > 0 && rules.KindOf(player.hand[i]) == rules.KindOf(player.hand[i - 1]);
    if (!again && (playable & Slot(i)) != 0) ++prophecies;
  }
  return prophecies >= rules.config().min_prophecies;
}

}  // namespace

State View::Concealed() const {
  State shown = *state_;
  shown.key = 0;
  shown.draws = {};
  for (auto& pile : shown.piles) pile = static_cast<uint64_t>(std::popcount(pile));
  for (uint8_t& card : shown.deck) card = kNoCard;
  // What is put aside for an opening hand is hidden; what is discarded lies face up.
  if (shown.phase == Phase::kKeep && shown.seat != seat_) {
    for (uint8_t& card : shown.chosen) card = kNoCard;
  }
  for (size_t seat = 0; seat < shown.player_count; ++seat) {
    if (seat == seat_) continue;
    Player& player = shown.players[seat];
    player.playable = 0;
    player.closable = {};
    // Known cards first, ascending, then blanks.
    FixedList<uint8_t, kMaxHand> hand;
    for (const uint8_t card : player.hand) {
      if (state_->open_hands.Has(card)) hand.push_back(card);
    }
    while (hand.size() < player.hand.size()) hand.push_back(kNoCard);
    player.hand = hand;
    FixedList<uint8_t, kMaxTempleHand> temples;
    for (const uint8_t temple : player.temples) {
      if (!IsHiddenTemple(*state_, temple)) temples.push_back(temple);
    }
    while (temples.size() < player.temples.size()) temples.push_back(kNoCard);
    player.temples = temples;
  }
  return shown;
}

bool CoatlGame::SameView(const View& a, const View& b) {
  const State x = a.Concealed();
  const State y = b.Concealed();
  return a.seat() == b.seat() && std::memcmp(&x, &y, sizeof(State)) == 0;
}

State CoatlGame::Resample(const View& view, Stream& stream) {
  State state = *view.state_;
  state.key = stream.Next();
  state.draws = {};
  const auto is_other = [&](size_t seat) { return static_cast<int>(seat) != view.seat(); };

  // Prophecies: what others hold unseen, what the chooser of an opening hand has put aside, and the
  // deck.
  CardSet unseen;
  for (const uint8_t card : state.deck) unseen.Add(card);
  for (size_t seat = 0; seat < state.player_count; ++seat) {
    if (is_other(seat)) {
      ForEachHiddenCard(state, state.players[seat], [&](uint8_t card) { unseen.Add(card); });
    }
  }
  const bool hidden_choice = state.phase == Phase::kKeep && is_other(state.seat);
  if (hidden_choice) {
    for (const uint8_t card : state.chosen) unseen.Add(card);
  }
  FixedList<uint8_t, kMaxCards> cards;
  unseen.ForEach([&](uint8_t card) { cards.push_back(card); });
  size_t next = 0;
  const auto redeal = [&](auto& list) {
    auto old = list;
    list.Clear();
    for (const uint8_t card : old) {
      list.InsertSorted(state.open_hands.Has(card) ? card : cards[next++]);
    }
  };
  // Hands with which the seat to act could not go on are dealt anew: so the rest is as likely as
  // the seat has to think it.
  do {
    Shuffle(cards, stream);
    next = 0;
    for (size_t seat = 0; seat < state.player_count; ++seat) {
      if (is_other(seat)) redeal(state.players[seat].hand);
    }
    Derive(view.rules(), &state);
  } while (!CanGoOn(view.rules(), state));
  if (hidden_choice) redeal(state.chosen);
  state.deck.Clear();
  while (next < cards.size()) state.deck.push_back(cards[next++]);

  // Temples: what others hold unseen, and the piles below their tops.
  uint64_t unseen_temples = state.piles[0] | state.piles[1];
  for (size_t seat = 0; seat < state.player_count; ++seat) {
    if (!is_other(seat)) continue;
    for (const uint8_t temple : state.players[seat].temples) {
      if (IsHiddenTemple(state, temple)) unseen_temples |= uint64_t{1} << temple;
    }
  }
  FixedList<uint8_t, kMaxTemples> temples;
  for (uint64_t bits = unseen_temples; bits != 0; bits &= bits - 1) {
    temples.push_back(static_cast<uint8_t>(std::countr_zero(bits)));
  }
  Shuffle(temples, stream);
  next = 0;
  for (size_t seat = 0; seat < state.player_count; ++seat) {
    if (!is_other(seat)) continue;
    auto& hand = state.players[seat].temples;
    const auto old = hand;
    hand.Clear();
    for (const uint8_t temple : old) {
      hand.InsertSorted(IsHiddenTemple(state, temple) ? temples[next++] : temple);
    }
  }
  for (auto& pile : state.piles) {
    const int size = std::popcount(pile);
    pile = 0;
    for (int i = 0; i < size; ++i) pile |= uint64_t{1} << temples[next++];
  }
  return state;
}

}  // namespace prestige::coatl
