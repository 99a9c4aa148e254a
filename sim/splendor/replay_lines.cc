#include <nlohmann/json.hpp>
#include <span>

#include "sim/splendor/replay.h"

namespace prestige::splendor {
namespace {

using Json = nlohmann::ordered_json;

// Writes the lines of one game. Every id comes from the rules; the order of keys is that of the
// contract.
class Lines {
 public:
  Lines(const Rules& rules, const GameRecord& game) : rules_(rules), game_(game) {}

  Json Setup() const {
    const State& start = game_.start;
    Json bank = Json::object();
    for (size_t kind = 0; kind < kKinds; ++kind) {
      bank[std::string(kColorNames[kind])] = start.bank.Count(static_cast<Color>(kind));
    }
    Json table = Json::array();
    const size_t face_up = rules_.config().face_up;
    for (size_t tier = 0; tier < kTiers; ++tier) {
      Json row = Json::array();
      for (size_t i = 0; i < face_up; ++i) {
        const uint8_t card = start.table[tier * face_up + i];
        if (card != kNoCard) row.push_back(CardId(card));
      }
      table.push_back(row);
    }
    Json nobles = Json::array();
    for (size_t noble = 0; noble < rules_.nobles().size(); ++noble) {
      if (((start.nobles >> noble) & 1) != 0) nobles.push_back(rules_.nobles()[noble].id);
    }
    return {{"type", "setup"},
            {"game", SplendorGame::kName},
            {"ruleset", rules_.name()},
            {"players", start.player_count},
            {"seed", game_.seed},
            {"index", game_.index},
            {"strategies", game_.strategies},
            {"bank", bank},
            {"table", table},
            {"nobles", nobles}};
  }

  Json EventLine(const Event& event) const {
    Json line{{"type", "event"}, {"seat", event.seat}};
    switch (static_cast<Do>(event.what)) {
      case Do::kTake:
        line["do"] = "take";
        line["tokens"] = TokenList(event);
        break;
      case Do::kReserve:
        line["do"] = "reserve";
        line["card"] = CardId(event.a);
        line["from"] = event.b == 0 ? "table" : "deck";
        line["tier"] = rules_.TierOf(event.a) + 1;
        line["gold"] = event.c > 0;
        break;
      case Do::kBuy: {
        line["do"] = "buy";
        line["card"] = CardId(event.a);
        line["from"] = event.b == 0 ? "table" : "hand";
        Json paid = Json::object();
        for (size_t kind = 0; kind < kKinds; ++kind) {
          if (event.values[kind] > 0) paid[std::string(kColorNames[kind])] = event.values[kind];
        }
        line["paid"] = paid;
        break;
      }
      case Do::kReveal:
        line["do"] = "reveal";
        line["tier"] = event.b + 1;
        line["card"] = CardId(event.a);
        break;
      case Do::kReturn:
        line["do"] = "return";
        line["tokens"] = TokenList(event);
        break;
      case Do::kNoble:
        line["do"] = "noble";
        line["card"] = rules_.nobles()[event.a].id;
        break;
      case Do::kPass:
        line["do"] = "pass";
        break;
      case Do::kEndAction:
        line["do"] = "end_action";
        break;
      case Do::kLastTurns:
        line["do"] = "last_turns";
        break;
    }
    return line;
  }

  Json Result() const {
    const Outcome outcome = OutcomeWith<SplendorGame>(rules_, game_.end, game_.forfeit);
    Json scores = Json::array();
    Json cards = Json::array();
    Json winners = Json::array();
    for (size_t seat = 0; seat < game_.end.player_count; ++seat) {
      scores.push_back(outcome.points[seat]);
      cards.push_back(game_.end.players[seat].cards);
      if (outcome.win12[seat] > 0) winners.push_back(seat);
    }
    Json line{{"type", "result"},
              {"scores", scores},
              {"cards", cards},
              {"winners", winners},
              {"turns", game_.end.turns}};
    line["end"] = game_.forfeit ? kForfeitEnd : EndText(game_.end.end);
    if (game_.forfeit) {
      line["forfeit"] = {{"seat", game_.forfeit->seat}, {"reason", game_.forfeit->reason}};
    }
    return line;
  }

 private:
  Json CardId(uint8_t card) const {
    return card == kNoCard ? Json(nullptr) : Json(rules_.developments()[card].id);
  }
  static Json TokenList(const Event& event) {
    Json tokens = Json::array();
    for (size_t kind = 0; kind < kKinds; ++kind) {
      for (size_t i = 0; i < event.values[kind]; ++i) tokens.push_back(kColorNames[kind]);
    }
    return tokens;
  }

  const Rules& rules_;
  const GameRecord& game_;
};

}  // namespace

std::string_view EndText(End end) {
  switch (end) {
    case End::kPoints:
      return "points";
    case End::kPasses:
      return "passes";
    case End::kRounds:
      return "rounds";
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

}  // namespace prestige::splendor
