#include "sim/coatl/recorder.h"

#include <algorithm>
#include <string>
#include <vector>

#include "sim/coatl/replay.h"

namespace prestige::coatl {
namespace {

std::vector<uint8_t> CardsOn(const Rules& rules, const Coatl& coatl) {
  std::vector<uint8_t> cards;
  for (const uint8_t card : coatl.prophecies) cards.push_back(rules.KindOf(card));
  if (coatl.temple != kNoCard) {
    cards.push_back(static_cast<uint8_t>(rules.prophecies().size() + coatl.temple));
  }
  return cards;
}

// As `prestige score` takes it.
std::string Text(const Serpent& serpent) {
  std::string text = serpent.has_head != 0 ? "^" : "";
  for (size_t i = 0; i < serpent.length; ++i) text += Letter(serpent.ColorAt(i));
  if (serpent.has_tail != 0) text += "$";
  return text;
}

}  // namespace

RecordLayout LayoutOf(const Rules& rules) {
  RecordLayout layout;
  for (const Prophecy& prophecy : rules.prophecies()) {
    layout.cards.push_back(prophecy.id);
    layout.levels = std::max(layout.levels, prophecy.levels.size());
  }
  for (const Temple& temple : rules.temples()) layout.cards.push_back(temple.id);
  layout.levels = std::max(layout.levels, size_t{2});  // a temple's requirements
  layout.seat_counts = {"coameh", "cards", "best", "pieces", "drawn", "tokens"};
  for (const End end : {End::kNone, End::kCoatls, End::kBodies, End::kPasses}) {
    layout.ends.emplace_back(EndText(end));
  }
  layout.ends.emplace_back(kForfeitEnd);
  return layout;
}

Recorder::Recorder(const Rules& rules, const RecordLayout& /*layout*/) : rules_(rules) {}

CardBits Recorder::HandOf(const Player& player) const {
  CardBits hand;
  for (const uint8_t card : player.hand) hand.Add(rules_.KindOf(card));
  for (const uint8_t temple : player.temples) hand.Add(TempleIndex(temple));
  return hand;
}

void Recorder::LookAt(const State& state) {
  in_sight_ = {};
  for (const uint8_t card : state.row) in_sight_.Add(rules_.KindOf(card));
  for (const uint8_t top : state.tops) {
    if (top != kNoCard) in_sight_.Add(TempleIndex(top));
  }
}

void Recorder::Begin(const State& start, std::span<CardFacts> facts) {
  facts_ = facts;
  seats_ = {};
  for (size_t seat = 0; seat < facts.size(); ++seat) {
    const Player& player = start.players[seat];
    for (const uint8_t card : player.hand) facts[seat].Mark(Occasion::kDealt, rules_.KindOf(card));
    for (const uint8_t temple : player.temples) {
      facts[seat].Mark(Occasion::kDealt, TempleIndex(temple));
      facts[seat].Taken(TempleIndex(temple), 0);
      seats_[seat].hand.Add(TempleIndex(temple));
    }
  }
  LookAt(start);
  last_actor_ = kNoSeat;
  between_actions_ = true;
  passed_ = false;
  ender_ = kNoSeat;
}

void Recorder::BeginTurn(uint8_t seat) {
  const uint32_t turn = ++seats_[seat].turns;
  facts_[seat].SeenAll(in_sight_, turn);
  seats_[seat].hand.ForEach([&](size_t card) { facts_[seat].Add(CardSum::kHandTurns, card, 1); });
}

void Recorder::AfterMove(const State& state, std::span<const Event> events) {
  for (const Event& event : events) {
    if (event.seat < facts_.size()) {
      Take(state, event);
    } else {
      TakeOfMarco(state, event);
    }
    // A last turn of two actions is one turn: the same seat goes on.
    if (static_cast<Do>(event.what) == Do::kEndAction) last_actor_ = event.seat;
  }
}

void Recorder::TakeOfMarco(const State& state, const Event& event) {
  SeatFacts& seat = seats_[event.seat];
  switch (static_cast<Do>(event.what)) {
    case Do::kTake:
      seat.counts[kTakenPieces] = static_cast<uint16_t>(seat.counts[kTakenPieces] + event.count);
      break;
    case Do::kEndAction:
      ++seat.turns;
      LookAt(state);
      break;
    default:
      break;
  }
}

void Recorder::Take(const State& state, const Event& event) {
  SeatFacts& seat = seats_[event.seat];
  CardFacts& facts = facts_[event.seat];
  const auto what = static_cast<Do>(event.what);
  if (between_actions_ && what != Do::kKeep && what != Do::kLastTurns) {
    between_actions_ = false;
    if (event.seat != last_actor_) BeginTurn(event.seat);
  }
  switch (what) {
    case Do::kKeep:
      for (size_t i = 0; i < event.count; ++i) {
        facts.Mark(Occasion::kKept, event.values[i]);
        facts.Taken(event.values[i], 0);
        seat.hand.Add(event.values[i]);
      }
      break;
    case Do::kTake:
      seat.counts[kTakenPieces] = static_cast<uint16_t>(seat.counts[kTakenPieces] + event.count);
      break;
    case Do::kDraw:
      facts.Mark(event.a == 0 ? Occasion::kDrawnOpen : Occasion::kDrawnDeck, event.values[0]);
      facts.Taken(event.values[0], seat.turns);
      ++seat.counts[kDrawn];
      break;
    case Do::kProphecy:
      facts.Played(event.values[0], seat.turns);
      break;
    case Do::kTemple:
      if (event.b != 0) facts.Taken(TempleIndex(event.values[0]), seat.turns);
      facts.Played(TempleIndex(event.values[0]), seat.turns);
      break;
    case Do::kFinish:
      seat.finish_turn[event.a] = seat.turns;
      Finished(state.players[event.seat].coatls[event.a], event);
      break;
    case Do::kToken:
      ++seat.counts[kTokens];
      if (static_cast<Sacrifice>(event.a) == Sacrifice::kPerfectPick) {
        seat.counts[kTakenPieces] = static_cast<uint16_t>(seat.counts[kTakenPieces] + event.count);
      } else if (static_cast<Sacrifice>(event.a) == Sacrifice::kPriestsCommitment) {
        facts.Mark(Occasion::kDrawnDeck, TempleIndex(event.values[0]));
        facts.Taken(TempleIndex(event.values[0]), seat.turns);
      }
      break;
    case Do::kPass:
      passed_ = true;
      break;
    case Do::kEndAction:
      if (!passed_ && ender_ != kNoSeat && ender_ != event.seat) ++seat.last_actions;
      passed_ = false;
      between_actions_ = true;
      seat.hand = HandOf(state.players[event.seat]);
      LookAt(state);
      break;
    case Do::kLastTurns:
      ender_ = event.seat;
      break;
    case Do::kRefill:
    case Do::kReveal:
    case Do::kReshuffle:
    case Do::kStart:
    case Do::kExtend:
    case Do::kUncover:
    case Do::kDiscard:
    case Do::kDiscardSpace:
    case Do::kPlace:
    case Do::kComplete:
    case Do::kClaim:
      break;
  }
}

void Recorder::Finished(const Coatl& coatl, const Event& event) {
  CardFacts& facts = facts_[event.seat];
  const auto scored = [&](size_t card, uint8_t points, int level) {
    facts.Scored(card, points);
    facts.EndedAtLevel(card, static_cast<size_t>(level));
    if (points > 0) facts.Mark(Occasion::kScored, card);
  };
  for (size_t i = 0; i < coatl.prophecies.size(); ++i) {
    const uint8_t kind = event.values[2 * i];
    scored(kind, event.values[2 * i + 1], rules_.matcher().LevelOf(kind, coatl.serpent));
  }
  if (event.b != kNoCard) {
    scored(TempleIndex(event.b), event.values[event.count - 1U],
           rules_.temples()[event.b].Met(coatl.serpent));
  }
}

void Recorder::End(const State& end, const Outcome& outcome, GameRow* game, std::span<SeatRow> rows,
                   Chunk* chunk) {
  // Who gives up at the beginning of a turn has had that turn.
  int turns = 0;
  for (const SeatFacts& seat : seats_) turns += seat.turns;
  if (turns < end.turns) BeginTurn(static_cast<uint8_t>(CoatlGame::SeatToAct(end)));
  game->turns = end.turns;
  game->end = static_cast<uint8_t>(end.end);
  game->ender = end.ender == kNoSeat ? int8_t{-1} : static_cast<int8_t>(end.ender);
  for (size_t s = 0; s < rows.size(); ++s) {
    SeatFacts& seat = seats_[s];
    const Player& player = end.players[s];  // a blank one for M.A.R.C.O.
    const Score score = ScoreOf(end, static_cast<int>(s));
    seat.counts[kCoameh] = player.finished;
    seat.counts[kCards] = static_cast<uint16_t>(score.cards);
    seat.counts[kBest] = static_cast<uint16_t>(score.best);
    rows[s].turns = seat.turns;
    rows[s].last_actions = seat.last_actions;
    std::copy(seat.counts.begin(), seat.counts.end(), rows[s].counts.begin());
  }
  for (size_t s = 0; s < facts_.size(); ++s) {
    const SeatFacts& seat = seats_[s];
    const Player& player = end.players[s];
    HandOf(player).ForEach([&](size_t card) { facts_[s].Mark(Occasion::kStranded, card); });

    for (size_t c = 0; c < player.coatl_count; ++c) {
      const Coatl& coatl = player.coatls[c];
      if (coatl.finished == 0) continue;
      CardBits on_it;
      for (const uint8_t card : coatl.prophecies) on_it.Add(rules_.KindOf(card));
      if (coatl.temple != kNoCard) on_it.Add(TempleIndex(coatl.temple));
      FixedList<uint8_t, kMaxOnCoatl + 1> cards;
      on_it.ForEach([&](size_t card) { cards.push_back(static_cast<uint8_t>(card)); });
      for (size_t i = 0; i < cards.size(); ++i) {
        for (size_t k = i + 1; k < cards.size(); ++k) {
          chunk->pairs.push_back({rows[s].line, cards[i], cards[k],
                                  static_cast<uint8_t>(outcome.win12[s]), coatl.points});
        }
      }
      if (!chunk->full) continue;
      CoatlRow& row = chunk->coameh.emplace_back();
      row.game_id = game->game_id;
      row.seat = static_cast<uint8_t>(s);
      row.turn = seat.finish_turn[c];
      row.points = coatl.points;
      row.length = coatl.serpent.length;
      row.pieces = Text(coatl.serpent);
      row.cards = CardsOn(rules_, coatl);
      for (const uint8_t card : coatl.prophecies) {
        row.card_points.push_back(rules_.matcher().Points(rules_.KindOf(card), coatl.serpent));
      }
      if (coatl.temple != kNoCard) {
        row.card_points.push_back(rules_.temples()[coatl.temple].Points(coatl.serpent));
      }
    }
  }
}

}  // namespace prestige::coatl
