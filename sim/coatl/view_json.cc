#include "sim/coatl/view_json.h"

#include <array>
#include <span>
#include <string_view>

#include "sim/coatl/replay.h"
#include "sim/coatl/ruleset.h"

namespace prestige::coatl {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 11> kPhaseNames{"keep",    "action", "take",   "draw",
                                                       "build",   "finish", "temple", "pick",
                                                       "discard", "pile",   "over"};

// Made from the concealed state alone, in which all that the seat cannot know is blank.
class ViewWriter {
 public:
  explicit ViewWriter(const View& view)
      : rules_(view.rules()), seat_(static_cast<size_t>(view.seat())), shown_(view.Concealed()) {}

  Json Write() const {
    const bool finishing = shown_.phase == Phase::kFinish || shown_.phase == Phase::kTemple;
    Json json{{"phase", kPhaseNames[static_cast<size_t>(shown_.phase)]},
              {"turn", shown_.turns},
              {"actions_left", shown_.actions_left},
              {"end", shown_.end == End::kNone ? Json(nullptr) : Json(EndText(shown_.end))},
              {"turns_left", shown_.turns_left},
              {"coatl", finishing ? Json(shown_.focus) : Json(nullptr)},
              {"hand", Prophecies(shown_.players[seat_].hand)},
              {"temples", Temples(shown_.players[seat_].temples)},
              {"chosen", shown_.seat == seat_ ? Prophecies(shown_.chosen) : Json::array()},
              {"row", Prophecies(shown_.row)},
              {"deck", shown_.deck.size()}};
    Json discards = Json::array();
    shown_.discards.ForEach([&](uint8_t card) { discards.push_back(ProphecyId(card)); });
    json["discards"] = discards;
    json["supply"] = Supply();
    json["bag"] = Bag();
    json["piles"] = {TempleId(shown_.tops[0]), TempleId(shown_.tops[1])};
    json["below"] = shown_.piles;  // the concealed state has their numbers
    Json players = Json::array();
    for (size_t seat = 0; seat < shown_.player_count; ++seat) players.push_back(PlayerAt(seat));
    json["players"] = players;
    if (rules_.solo()) json["marco"] = MarcoJson();
    return json;
  }

 private:
  Json ProphecyId(uint8_t card) const { return rules_.prophecies()[rules_.KindOf(card)].id; }
  Json TempleId(uint8_t temple) const {
    return temple == kNoCard ? Json(nullptr) : Json(rules_.temples()[temple].id);
  }
  // Blanks are left out.
  template <class List>
  Json Prophecies(const List& cards) const {
    Json ids = Json::array();
    for (const uint8_t card : cards) {
      if (card != kNoCard) ids.push_back(ProphecyId(card));
    }
    return ids;
  }
  template <class List>
  Json Temples(const List& temples) const {
    Json ids = Json::array();
    for (const uint8_t temple : temples) {
      if (temple != kNoCard) ids.push_back(TempleId(temple));
    }
    return ids;
  }

  Json Supply() const {
    Json spaces = Json::array();
    for (size_t space = 0; space < rules_.config().supply.size(); ++space) {
      Json pieces = Json::array();
      for (const Piece piece : shown_.supply[space]) {
        if (piece != kNoPiece) pieces.push_back(PieceText(piece));
      }
      spaces.push_back(pieces);
    }
    return spaces;
  }

  Json Bag() const { return Counts(shown_.bag); }

  static Json Counts(const std::array<uint8_t, kPieces>& counts) {
    Json json = Json::object();
    for (Piece piece = 0; piece < kPieces; ++piece) json[PieceText(piece)] = counts[piece];
    return json;
  }

  Json MarcoJson() const {
    const Marco& marco = shown_.marco;
    Json cards = Json::array();
    for (const MarcoCard& open : marco.cards) {
      Json pieces = Json::array();
      for (const Piece piece : open.pieces) pieces.push_back(PieceText(piece));
      cards.push_back({{"card", ProphecyId(open.card)}, {"pieces", pieces}});
    }
    Json completed = Json::array();
    marco.completed.ForEach([&](uint8_t card) { completed.push_back(ProphecyId(card)); });
    return {{"cards", cards},
            {"completed", completed},
            {"points", marco.points},
            {"discarded", Counts(marco.discarded)}};
  }

  Json PlayerAt(size_t seat) const {
    const Player& player = shown_.players[seat];
    Json board = Json::array();
    for (Piece piece = 0; piece < kPieces; ++piece) {
      for (int i = 0; i < player.board.Count(piece); ++i) board.push_back(PieceText(piece));
    }
    Json tokens = Json::array();
    for (size_t token = 0; token < kSacrifices; ++token) {
      if ((shown_.tokens[seat] >> token & 1) != 0) {
        tokens.push_back(SacrificeText(static_cast<Sacrifice>(token)));
      }
    }
    // The own hand is whole in the concealed state; here it is as the others know it.
    Json known_hand = Json::array();
    for (const uint8_t card : player.hand) {
      if (card != kNoCard && shown_.open_hands.Has(card)) known_hand.push_back(ProphecyId(card));
    }
    Json known_temples = Json::array();
    for (const uint8_t temple : player.temples) {
      if (temple != kNoCard && (shown_.open_temples >> temple & 1) != 0) {
        known_temples.push_back(TempleId(temple));
      }
    }
    Json coameh = Json::array();
    for (size_t c = 0; c < player.coatl_count; ++c) coameh.push_back(CoatlJson(player.coatls[c]));
    return {{"board", board},
            {"tokens", tokens},
            {"hand", player.hand.size()},
            {"known_hand", known_hand},
            {"temples", player.temples.size()},
            {"known_temples", known_temples},
            {"points", ScoreOf(shown_, static_cast<int>(seat)).points},
            {"finished", player.finished},
            {"coameh", coameh}};
  }

  Json CoatlJson(const Coatl& coatl) const {
    const Serpent& serpent = coatl.serpent;
    Json pieces = Json::array();
    for (size_t i = 0; i < serpent.length; ++i) {
      Part part = Part::kBody;
      if (i == 0 && serpent.has_head) part = Part::kHead;
      if (i + 1U == serpent.length && serpent.has_tail) part = Part::kTail;
      pieces.push_back(PieceText(MakePiece(part, serpent.ColorAt(i))));
    }
    return {{"pieces", pieces},
            {"prophecies", Prophecies(coatl.prophecies)},
            {"temple", TempleId(coatl.temple)},
            {"finished", coatl.finished != 0},
            {"points", coatl.points}};
  }

  const Rules& rules_;
  size_t seat_;
  State shown_;
};

}  // namespace

Json ViewJson(const View& view) { return ViewWriter(view).Write(); }

Json NewGameJson(const Rules& rules) {
  Json prophecies = Json::object();
  for (const Prophecy& prophecy : rules.prophecies()) {
    Json levels = Json::array();
    for (const Level& level : prophecy.levels) levels.push_back({level.times, level.points});
    prophecies[prophecy.id] = {{"pattern", ToString(prophecy.pattern)}, {"levels", levels}};
  }
  Json temples = Json::object();
  for (const Temple& temple : rules.temples()) {
    temples[temple.id] = {
        {"requirements", {ToString(temple.requirements[0]), ToString(temple.requirements[1])}},
        {"one", temple.one},
        {"both", temple.both}};
  }
  Json json{{"ruleset", rules.name()}, {"prophecies", prophecies}, {"temples", temples}};
  if (rules.solo()) {
    json["levels"] = LevelNumbers(rules.levels());
    Json order = Json::array();
    for (const uint8_t space : rules.config().solo->space_order) order.push_back(space + 1);
    json["space_order"] = order;
  }
  return json;
}

}  // namespace prestige::coatl
