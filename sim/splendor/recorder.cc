#include "sim/splendor/recorder.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include "sim/splendor/replay.h"

namespace prestige::splendor {
namespace {

static_assert(kMaxCards + kMaxNobles <= kMaxTableCards);

uint16_t TotalOf(const Event& event) {
  return std::accumulate(event.values.begin(), event.values.begin() + kKinds, uint16_t{0});
}

CardBits HandOf(const Player& player) {
  CardBits hand;
  for (size_t i = 0; i < player.hand_size; ++i) hand.Add(player.hand[i]);
  return hand;
}

}  // namespace

RecordLayout LayoutOf(const Rules& rules) {
  RecordLayout layout;
  for (const Development& card : rules.developments()) layout.cards.push_back(card.id);
  for (const Noble& noble : rules.nobles()) layout.cards.push_back(noble.id);
  const auto group = [&](std::string name, const auto& wanted) {
    CardGroup& cards = layout.groups.emplace_back();
    cards.name = std::move(name);
    for (size_t card = 0; card < rules.cards(); ++card) {
      if (wanted(rules.developments()[card])) cards.cards.push_back(card);
    }
  };
  for (size_t tier = 0; tier < kTiers; ++tier) {
    group("tier " + std::to_string(tier + 1),
          [&](const Development& card) { return card.tier == tier; });
  }
  for (size_t color = 0; color < kColors; ++color) {
    group(std::string(kColorNames[color]),
          [&](const Development& card) { return card.bonus == static_cast<Color>(color); });
  }
  CardGroup& nobles = layout.groups.emplace_back();
  nobles.name = "nobles";
  for (size_t noble = 0; noble < rules.nobles().size(); ++noble) {
    nobles.cards.push_back(rules.cards() + noble);
  }
  layout.seat_counts = {"cards", "nobles", "reserved", "gold", "tokens", "returned", "passes"};
  for (const End end : {End::kNone, End::kPoints, End::kPasses, End::kRounds}) {
    layout.ends.emplace_back(EndText(end));
  }
  layout.ends.emplace_back(kForfeitEnd);
  return layout;
}

Recorder::Recorder(const Rules& rules, const RecordLayout& /*layout*/) : rules_(rules) {}

void Recorder::LookAt(const State& state) {
  in_sight_ = {};
  for (const uint8_t card : state.table) {
    if (card != kNoCard) in_sight_.Add(card);
  }
  for (uint32_t bits = state.nobles; bits != 0; bits &= bits - 1) {
    in_sight_.Add(NobleIndex(static_cast<uint8_t>(std::countr_zero(bits))));
  }
}

void Recorder::Begin(const State& start, std::span<CardFacts> facts) {
  facts_ = facts;
  seats_ = {};
  hands_ = {};
  LookAt(start);
  between_turns_ = true;
  passed_ = false;
  ender_ = kNoSeat;
}

void Recorder::BeginTurn(uint8_t seat) {
  const uint32_t turn = ++seats_[seat].turns;
  facts_[seat].SeenAll(in_sight_, turn);
  hands_[seat].ForEach([&](size_t card) { facts_[seat].Add(CardSum::kHandTurns, card, 1); });
}

void Recorder::AfterMove(const State& state, std::span<const Event> events) {
  for (const Event& event : events) Take(state, event);
}

void Recorder::Take(const State& state, const Event& event) {
  SeatFacts& seat = seats_[event.seat];
  CardFacts& facts = facts_[event.seat];
  const auto what = static_cast<Do>(event.what);
  const auto add = [&](Count count, size_t more) {
    seat.counts[count] = static_cast<uint16_t>(seat.counts[count] + more);
  };
  const auto bought = [&](size_t card, uint8_t points) {
    facts.Taken(card, seat.turns);
    facts.Played(card, seat.turns);
    facts.Mark(Occasion::kScored, card);
    facts.Scored(card, points);
  };
  if (between_turns_ && what != Do::kLastTurns) {
    between_turns_ = false;
    BeginTurn(event.seat);
  }
  switch (what) {
    case Do::kTake:
      add(kTokens, TotalOf(event));
      break;
    case Do::kReserve:
      facts.Mark(event.b == 0 ? Occasion::kDrawnOpen : Occasion::kDrawnDeck, event.a);
      facts.Taken(event.a, seat.turns);
      add(kReserved, 1);
      add(kGold, event.c);
      break;
    case Do::kBuy:
      bought(event.a, rules_.PointsOf(event.a));
      add(kCards, 1);
      break;
    case Do::kNoble:
      bought(NobleIndex(event.a), rules_.nobles()[event.a].points);
      add(kNobles, 1);
      break;
    case Do::kReturn:
      add(kReturned, TotalOf(event));
      break;
    case Do::kPass:
      passed_ = true;
      add(kPasses, 1);
      break;
    case Do::kEndAction:
      if (!passed_ && ender_ != kNoSeat && ender_ != event.seat) ++seat.last_actions;
      passed_ = false;
      between_turns_ = true;
      hands_[event.seat] = HandOf(state.players[event.seat]);
      LookAt(state);
      break;
    case Do::kLastTurns:
      ender_ = event.seat;
      break;
    case Do::kReveal:
      break;
  }
}

void Recorder::End(const State& end, const Outcome& /*outcome*/, GameRow* game,
                   std::span<SeatRow> rows, Chunk* /*chunk*/) {
  game->turns = end.turns;
  game->end = static_cast<uint8_t>(end.end);
  game->ender = end.ender == kNoSeat ? int8_t{-1} : static_cast<int8_t>(end.ender);
  for (size_t s = 0; s < facts_.size(); ++s) {
    rows[s].turns = seats_[s].turns;
    rows[s].last_actions = seats_[s].last_actions;
    std::copy(seats_[s].counts.begin(), seats_[s].counts.end(), rows[s].counts.begin());
    HandOf(end.players[s]).ForEach([&](size_t card) { facts_[s].Mark(Occasion::kStranded, card); });
  }
}

}  // namespace prestige::splendor
