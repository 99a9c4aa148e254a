#pragma once

// What a move does: for the files of the engine that are compiled with it.

#include <bit>

#include "engine/splendor/chance.h"
#include "engine/splendor/choices-inl.h"
#include "engine/splendor/game.h"

namespace prestige::splendor {

// One move being played: the state, and the sink that hears of every event. Moves come as such, or
// as a bit of Choices, which random play has at hand.
template <class Events>
class Play {
 public:
  Play(const Rules& rules, State& state, Events& events)
      : rules_(rules),
        config_(rules.config()),
        state_(state),
        me_(state.players[state.seat]),
        events_(events) {}

  void Apply(Move move) {
    switch (move.kind) {
      case MoveKind::kTake:
        return Take(OneOfEach(move.a));
      case MoveKind::kTakeSame:
        return Take(Gems::Of(static_cast<Color>(move.a), config_.take_same));
      case MoveKind::kReserveTable:
        return ReserveFromTable(PlaceOf(move.a));
      case MoveKind::kReserveDeck:
        return ReserveFromDeck(move.a);
      case MoveKind::kBuyTable:
        return BuyFromTable(PlaceOf(move.a));
      case MoveKind::kBuyHand:
        return BuyFromHand(SlotOf(move.a));
      case MoveKind::kPass:
        return Pass();
      case MoveKind::kReturn:
        return Return(static_cast<Color>(move.a));
      case MoveKind::kNoble:
        return Choose(move.a);
    }
  }

  // The likeliest first: each comparison that goes wrong costs as much as the rest of a choice.
  void ApplyBit(unsigned bit) {
    if (state_.phase == Phase::kReturn) return Return(static_cast<Color>(bit / 8));
    if (state_.phase == Phase::kNoble) return Choose(static_cast<uint8_t>(bit));
    if (bit >= kTakes && bit < kDecks) {
      return Take(rules_.TokensOf(ColorsInBank(state_), bit - kTakes));
    }
    if (bit < kHandBuys) return BuyFromTable(bit - kBuys);
    if (bit < kReserves) return BuyFromHand(bit - kHandBuys);
    if (bit < kTakes) return ReserveFromTable(bit - kReserves);
    if (bit < kPassBit) return ReserveFromDeck(bit - kDecks);
    Pass();
  }

 private:
  Event Make(Do what, uint8_t a = 0, uint8_t b = 0, uint8_t c = 0) const {
    Event event;
    event.what = static_cast<uint8_t>(what);
    event.seat = state_.seat;
    event.a = a;
    event.b = b;
    event.c = c;
    return event;
  }
  void Tell(Do what, uint8_t a = 0, uint8_t b = 0, uint8_t c = 0) {
    if constexpr (Events::kEnabled) events_.Take(Make(what, a, b, c));
  }
  void TellGems(Gems gems, Do what, uint8_t a = 0, uint8_t b = 0) {
    if constexpr (Events::kEnabled) {
      Event event = Make(what, a, b);
      event.AddBytes(gems.bytes(), kKinds);
      events_.Take(event);
    }
  }

  size_t PlaceOf(uint8_t card) const {
    size_t place = size_t{rules_.TierOf(card)} * config_.face_up;
    while (state_.table[place] != card) ++place;
    return place;
  }
  size_t SlotOf(uint8_t card) const {
    size_t slot = 0;
    while (me_.hand[slot] != card) ++slot;
    return slot;
  }

  // --- Actions

  void Take(Gems tokens) {
    TellGems(tokens, Do::kTake);
    me_.tokens += tokens;
    state_.bank -= tokens;
    AfterAction();
  }

  void ReserveFromTable(size_t place) {
    const uint8_t card = state_.table[place];
    Reserve(card, /*hidden=*/false);
    Replace(place, card);
    AfterAction();
  }
  void ReserveFromDeck(size_t tier) {
    Reserve(DrawCard(rules_, state_, tier), /*hidden=*/true);
    AfterAction();
  }
  void Reserve(uint8_t card, bool hidden) {
    PRESTIGE_DCHECK(me_.hand_size < config_.reserved_limit);
    me_.hidden = static_cast<uint8_t>(me_.hidden | unsigned{hidden} << me_.hand_size);
    me_.hand[me_.hand_size++] = card;
    const int in_bank = state_.bank.gold();
    const int gold = in_bank < config_.reserve_gold ? in_bank : config_.reserve_gold;
    me_.tokens += Gems::Of(Color::kGold, gold);
    state_.bank -= Gems::Of(Color::kGold, gold);
    Tell(Do::kReserve, card, hidden ? 1 : 0, static_cast<uint8_t>(gold));
  }

  void BuyFromTable(size_t place) {
    const uint8_t card = state_.table[place];
    Buy(card, /*from_hand=*/false);
    Replace(place, card);
    AfterAction();
  }
  void BuyFromHand(size_t slot) {
    Buy(me_.hand[slot], /*from_hand=*/true);
    --me_.hand_size;
    for (size_t i = slot; i < me_.hand_size; ++i) me_.hand[i] = me_.hand[i + 1];
    me_.hand[me_.hand_size] = kNoCard;
    const unsigned below = (1U << slot) - 1;
    me_.hidden = static_cast<uint8_t>((me_.hidden & below) | (me_.hidden >> 1 & ~below));
    AfterAction();
  }
  void Buy(uint8_t card, bool from_hand) {
    PRESTIGE_DCHECK(CanBuy(rules_, me_, card));
    const Gems paid = PaymentFor(rules_.CostOf(card), me_.bonuses, me_.tokens);
    TellGems(paid, Do::kBuy, card, from_hand ? 1 : 0);
    me_.tokens -= paid;
    state_.bank += paid;
    me_.bonuses += rules_.BonusOf(card);
    me_.points = static_cast<uint16_t>(me_.points + rules_.PointsOf(card));
    ++me_.cards;
    me_.bought.Add(card);
  }

  // A card has left its place of the table: the next one of its deck comes there.
  void Replace(size_t place, uint8_t card) {
    const uint8_t tier = rules_.TierOf(card);
    Refill(rules_, state_, tier, place);
    Tell(Do::kReveal, state_.table[place], tier);
  }

  void Pass() {
    Tell(Do::kPass);
    ++state_.passes;
    Nobles();
  }

  // --- The rest of the turn

  void AfterAction() {
    state_.passes = 0;
    if (me_.tokens.Total() > config_.token_limit) {
      state_.phase = Phase::kReturn;
    } else {
      Nobles();
    }
  }

  void Return(Color color) {
    me_.tokens -= Gems::Of(color);
    state_.bank += Gems::Of(color);
    state_.returned += Gems::Of(color);
    if (me_.tokens.Total() > config_.token_limit) return;
    TellGems(state_.returned, Do::kReturn);
    state_.returned = Gems();
    state_.phase = Phase::kAction;
    Nobles();
  }

  // One noble a turn at most; only between several is there a choice.
  void Nobles() {
    const uint32_t nobles = NobleBits(rules_, state_);
    if ((nobles & (nobles - 1)) != 0) {
      state_.phase = Phase::kNoble;
      return;
    }
    if (nobles != 0) Receive(static_cast<uint8_t>(std::countr_zero(nobles)));
    EndTurn();
  }
  void Choose(uint8_t noble) {
    Receive(noble);
    EndTurn();
  }
  void Receive(uint8_t noble) {
    me_.nobles |= uint32_t{1} << noble;
    state_.nobles &= ~(uint32_t{1} << noble);
    me_.points = static_cast<uint16_t>(me_.points + rules_.nobles()[noble].points);
    Tell(Do::kNoble, noble);
  }

  // The first player with points enough sets off the end: the round is played out.
  void EndTurn() {
    Tell(Do::kEndAction);
    const bool sets_off_end = state_.end == End::kNone && me_.points >= config_.end_points;
    if (sets_off_end) {
      state_.end = End::kPoints;
      state_.ender = state_.seat;
    }
    const bool round_ends = state_.seat + 1 == state_.player_count;
    if (round_ends && state_.end == End::kPoints) {
      state_.phase = Phase::kOver;
    } else if (state_.passes == state_.player_count) {
      EndWithoutPoints(End::kPasses);
    } else if (round_ends && state_.turns >= config_.max_rounds * state_.player_count) {
      EndWithoutPoints(End::kRounds);
    } else {
      if (sets_off_end) Tell(Do::kLastTurns);
      state_.seat = round_ends ? 0 : static_cast<uint8_t>(state_.seat + 1);
      state_.phase = Phase::kAction;
      ++state_.turns;
    }
  }
  void EndWithoutPoints(End end) {
    state_.end = end;
    state_.ender = kNoSeat;
    state_.phase = Phase::kOver;
  }

  const Rules& rules_;
  const RulesConfig& config_;
  State& state_;
  Player& me_;
  Events& events_;
};

}  // namespace prestige::splendor
