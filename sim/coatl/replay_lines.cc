#include <nlohmann/json.hpp>

#include "sim/coatl/replay.h"

namespace prestige::coatl {
namespace {

using Json = nlohmann::ordered_json;

std::span<const uint8_t> Values(const Event& event) { return {event.values.data(), event.count}; }

// Writes the lines of one game. Every id and piece comes from the rules; the order of keys is that
// of the contract.
class Lines {
 public:
  Lines(const Rules& rules, const GameRecord& game) : rules_(rules), game_(game) {}

  Json Setup() const {
    const State& start = game_.start;
    Json line{{"type", "setup"},
              {"game", rules_.solo() ? CoatlSoloGame::kName : CoatlGame::kName},
              {"ruleset", rules_.name()},
              {"players", start.player_count},
              {"seed", game_.seed},
              {"index", game_.index},
              {"strategies", game_.strategies}};
    line["tokens"] = start.tokens[0] != 0;
    if (rules_.solo()) line["levels"] = LevelNumbers(rules_.levels());
    Json supply = Json::array();
    for (size_t space = 0; space < rules_.config().supply.size(); ++space) {
      supply.push_back(Pieces(start.supply[space]));
    }
    line["supply"] = supply;
    line["row"] = Cards(start.row);
    Json dealt = Json::array();
    Json temples = Json::array();
    for (size_t seat = 0; seat < start.player_count; ++seat) {
      dealt.push_back(Cards(start.players[seat].hand));
      Json hand = Json::array();
      for (const uint8_t temple : start.players[seat].temples) hand.push_back(TempleId(temple));
      temples.push_back(hand);
    }
    line["dealt"] = dealt;
    line["temples"] = temples;
    line["piles"] = {TempleId(start.tops[0]), TempleId(start.tops[1])};
    if (rules_.solo()) {
      Json marco = Json::array();
      for (const MarcoCard& open : start.marco.cards) {
        marco.push_back(ProphecyId(rules_.KindOf(open.card)));
      }
      line["marco"] = marco;
    }
    return line;
  }

  Json EventLine(const Event& event) const {
    Json line{{"type", "event"}, {"seat", event.seat}};
    const auto values = Values(event);
    switch (static_cast<Do>(event.what)) {
      case Do::kKeep:
        line["do"] = "keep";
        line["cards"] = Kinds(values);
        break;
      case Do::kTake:
        line["do"] = "take";
        line["space"] = event.a + 1;
        line["pieces"] = Pieces(values);
        break;
      case Do::kRefill: {
        line["do"] = "refill";
        Json spaces = Json::object();
        for (size_t i = 0; i < values.size(); i += 3) {
          spaces[std::to_string(values[i] + 1)] = Pieces(values.subspan(i + 1, 2));
        }
        line["spaces"] = spaces;
        break;
      }
      case Do::kDraw:
        line["do"] = "draw";
        line["from"] = event.a == 0 ? "row" : "deck";
        line["card"] = ProphecyId(values[0]);
        break;
      case Do::kReveal:
        line["do"] = "reveal";
        line["cards"] = Kinds(values);
        break;
      case Do::kReshuffle:
        line["do"] = "reshuffle";
        line["size"] = event.a;
        break;
      case Do::kStart:
        line["do"] = "start";
        line["coatl"] = event.a;
        line["piece"] = PieceText(event.b);
        break;
      case Do::kExtend:
        line["do"] = "extend";
        line["coatl"] = event.a;
        line["end"] = static_cast<Side>(event.b) == Side::kHead ? "head" : "tail";
        line["piece"] = PieceText(event.c);
        break;
      case Do::kProphecy:
        line["do"] = "prophecy";
        line["coatl"] = event.a;
        line["card"] = ProphecyId(values[0]);
        break;
      case Do::kTemple:
        line["do"] = "temple";
        line["coatl"] = event.a;
        line["card"] = TempleId(values[0]);
        line["from"] = event.b == 0 ? "hand" : event.b == 1 ? "pile0" : "pile1";
        break;
      case Do::kUncover:
        line["do"] = "uncover";
        line["pile"] = event.a;
        line["card"] = TempleId(values[0]);
        break;
      case Do::kFinish: {
        line["do"] = "finish";
        line["coatl"] = event.a;
        Json cards = Json::object();
        int points = 0;
        for (size_t i = 0; i + 1 < values.size(); i += 2) {
          cards[rules_.prophecies()[values[i]].id] = values[i + 1];
          points += values[i + 1];
        }
        if (event.b != kNoCard) {
          cards[rules_.temples()[event.b].id] = values.back();
          points += values.back();
        }
        line["points"] = points;
        line["cards"] = cards;
        break;
      }
      case Do::kToken:
        line["do"] = "token";
        line["kind"] = SacrificeText(static_cast<Sacrifice>(event.a));
        if (static_cast<Sacrifice>(event.a) == Sacrifice::kPerfectPick)
          line["pieces"] = Pieces(values);
        if (static_cast<Sacrifice>(event.a) == Sacrifice::kPriestsCommitment) {
          line["pile"] = event.b;
          line["card"] = TempleId(values[0]);
        }
        break;
      case Do::kDiscard:
        line["do"] = "discard";
        line["cards"] = Kinds(values);
        line["from"] = event.a == 0 ? "row" : "hand";
        break;
      case Do::kPass:
        line["do"] = "pass";
        break;
      case Do::kEndAction:
        line["do"] = "end_action";
        break;
      case Do::kLastTurns:
        line["do"] = "last_turns";
        line["why"] = EndText(static_cast<End>(event.a));
        break;
      case Do::kDiscardSpace:
        line["do"] = "discard_space";
        line["space"] = event.a + 1;
        line["pieces"] = Pieces(values);
        break;
      case Do::kPlace:
        line["do"] = "place";
        line["piece"] = PieceText(event.a);
        line["card"] = values[0] == kNoCard ? Json(nullptr) : ProphecyId(values[0]);
        break;
      case Do::kComplete:
        line["do"] = "complete";
        line["card"] = ProphecyId(values[0]);
        line["points"] = event.b;
        break;
      case Do::kClaim:
        line["do"] = "claim";
        line["card"] = ProphecyId(values[0]);
        break;
    }
    return line;
  }

  Json Result() const {
    const Outcome outcome = OutcomeWith<CoatlGame>(rules_, game_.end, game_.forfeit);
    Json scores = Json::array();
    Json cards = Json::array();
    Json best = Json::array();
    Json winners = Json::array();
    for (int seat = 0; seat < outcome.seats; ++seat) {
      const Score score = ScoreOf(game_.end, seat);
      scores.push_back(score.points);
      cards.push_back(score.cards);
      best.push_back(score.best);
      if (outcome.win12[static_cast<size_t>(seat)] > 0) winners.push_back(seat);
    }
    Json line{{"type", "result"}, {"scores", scores},   {"cards", cards},
              {"best", best},     {"winners", winners}, {"turns", game_.end.turns}};
    line["end"] = game_.forfeit ? kForfeitEnd : EndText(game_.end.end);
    if (game_.forfeit) {
      line["forfeit"] = {{"seat", game_.forfeit->seat}, {"reason", game_.forfeit->reason}};
    }
    return line;
  }

 private:
  Json ProphecyId(uint8_t kind) const { return rules_.prophecies()[kind].id; }
  Json TempleId(uint8_t temple) const {
    return temple == kNoCard ? Json(nullptr) : Json(rules_.temples()[temple].id);
  }
  Json Kinds(std::span<const uint8_t> kinds) const {
    Json ids = Json::array();
    for (const uint8_t kind : kinds) ids.push_back(ProphecyId(kind));
    return ids;
  }
  template <class List>
  Json Cards(const List& cards) const {
    Json ids = Json::array();
    for (const uint8_t card : cards) ids.push_back(ProphecyId(rules_.KindOf(card)));
    return ids;
  }
  static Json Pieces(std::span<const Piece> pieces) {
    Json texts = Json::array();
    for (const Piece piece : pieces) {
      if (piece != kNoPiece) texts.push_back(PieceText(piece));
    }
    return texts;
  }

  const Rules& rules_;
  const GameRecord& game_;
};

}  // namespace

std::string_view EndText(End end) {
  switch (end) {
    case End::kCoatls:
      return "third-coatl";
    case End::kBodies:
      return "bodies";
    case End::kPasses:
      return "passes";
    case End::kNone:
      break;
  }
  return "";
}

void WriteReplayLines(const Rules& rules, const GameRecord& game, std::ostream& out) {
  const Lines lines(rules, game);
  out << lines.Setup() << '\n';
  for (const Event& event : game.events) out << lines.EventLine(event) << '\n';
  out << lines.Result() << '\n';
}

}  // namespace prestige::coatl
