#include <array>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "sim/coatl/replay.h"
#include "sim/coatl/ruleset.h"

namespace prestige::coatl {
namespace {

// Escape codes of a terminal, in the order of the colours: background and letter.
constexpr std::array<std::string_view, kColors> kPaint{
    "\x1b[48;5;220;38;5;16m", "\x1b[48;5;160;38;5;231m", "\x1b[48;5;240;38;5;231m",
    "\x1b[48;5;34;38;5;16m", "\x1b[48;5;27;38;5;231m"};
constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";

// Tells a game from its events, keeping track of the coameh so that they can be drawn.
class Teller {
 public:
  Teller(const Rules& rules, const GameRecord& game, bool color, std::ostream& out)
      : rules_(rules), game_(game), color_(color), out_(out) {}

  void Tell() {
    TellSetup();
    for (const Event& event : game_.events) TellEvent(event);
    TellResult();
  }

 private:
  struct Drawn {
    std::vector<Piece> pieces;  // head end first
    std::vector<std::string> cards;
    bool changed = false;
  };

  std::string Style(std::string_view code, std::string_view text) const {
    return color_ ? absl::StrCat(std::string(code), std::string(text), std::string(kPlain))
                  : std::string(text);
  }
  std::string Paint(Piece piece, std::string_view text) const {
    return Style(kPaint[static_cast<size_t>(ColorOf(piece))], text);
  }
  std::string Named(Piece piece) const { return Paint(piece, PieceText(piece)); }
  template <class List>
  std::string NamedAll(const List& pieces) const {
    std::vector<std::string> texts;
    for (const Piece piece : pieces) {
      if (piece != kNoPiece) texts.push_back(Named(piece));
    }
    return absl::StrJoin(texts, " ");
  }
  // As `prestige score` takes it: ^YGGB$, each piece in its colour.
  std::string Draw(const std::vector<Piece>& pieces) const {
    std::string text;
    for (const Piece piece : pieces) {
      if (PartOf(piece) == Part::kHead) text += Paint(piece, "^");
      text += Paint(piece, std::string(1, Letter(ColorOf(piece))));
      if (PartOf(piece) == Part::kTail) text += Paint(piece, "$");
    }
    return text;
  }

  std::string Card(uint8_t kind) const {
    const Prophecy& card = rules_.prophecies()[kind];
    return absl::StrCat(card.id, " [", ToString(card.pattern), "]");
  }
  std::string CardIds(std::span<const uint8_t> kinds) const {
    std::vector<std::string> ids;
    for (const uint8_t kind : kinds) ids.push_back(rules_.prophecies()[kind].id);
    return ids.empty() ? "nothing" : absl::StrJoin(ids, " ");
  }
  std::string Cards(std::span<const uint8_t> kinds) const {
    std::vector<std::string> texts;
    for (const uint8_t kind : kinds) texts.push_back(Card(kind));
    return texts.empty() ? "nothing" : absl::StrJoin(texts, ", ");
  }
  std::string TempleName(uint8_t temple) const {
    if (temple == kNoCard) return "none left";
    const Temple& card = rules_.temples()[temple];
    return absl::StrCat(card.id, " [", ToString(card.requirements[0]), ", ",
                        ToString(card.requirements[1]), "]");
  }
  template <class List>
  std::vector<uint8_t> KindsOf(const List& cards) const {
    std::vector<uint8_t> kinds;
    for (const uint8_t card : cards) kinds.push_back(rules_.KindOf(card));
    return kinds;
  }

  // "no levels", or "levels 1, 4".
  std::string LevelsText() const {
    const std::vector<int> levels = LevelNumbers(rules_.levels());
    if (levels.empty()) return "no levels";
    return absl::StrCat(levels.size() == 1 ? "level " : "levels ", absl::StrJoin(levels, ", "));
  }

  std::string SeatName(size_t seat) const {
    return rules_.solo() && seat == kMarcoSeat ? "marco " : absl::StrCat("seat ", seat);
  }

  void TellSetup() {
    const State& start = game_.start;
    out_ << Style(kBold, absl::StrFormat("Cóatl, game %d of seed %d", game_.index, game_.seed))
         << ", "
         << (rules_.solo() ? absl::StrCat("solo, ", LevelsText())
                           : absl::StrFormat("%d players", start.player_count))
         << absl::StrFormat(", ruleset %s\n", rules_.name());
    out_ << "  supply ";
    for (size_t space = 0; space < rules_.config().supply.size(); ++space) {
      out_ << "  " << Style(kDim, absl::StrCat(space + 1)) << " " << NamedAll(start.supply[space]);
    }
    out_ << "\n  row      " << Cards(KindsOf(start.row)) << "\n";
    out_ << "  temples  " << TempleName(start.tops[0]) << ", " << TempleName(start.tops[1]) << "\n";
    for (size_t seat = 0; seat < start.player_count; ++seat) {
      const Player& player = start.players[seat];
      out_ << absl::StrFormat("  seat %d   %s; dealt %s", seat, game_.strategies[seat],
                              Cards(KindsOf(player.hand)));
      for (const uint8_t temple : player.temples) out_ << ", " << TempleName(temple);
      out_ << "\n";
    }
    if (rules_.solo()) {
      std::vector<uint8_t> open;
      for (const MarcoCard& card : start.marco.cards) open.push_back(rules_.KindOf(card.card));
      out_ << "  " << SeatName(kMarcoSeat) << "   " << Cards(open) << "\n";
    }
    out_ << "\n";
  }

  void Say(std::string phrase) { phrases_.push_back(std::move(phrase)); }

  void TellEvent(const Event& event) {
    const std::span<const uint8_t> values(event.values.data(), event.count);
    auto& coatls = drawn_[event.seat];
    const auto coatl = [&]() -> Drawn& {
      coatls[event.a].changed = true;
      return coatls[event.a];
    };
    switch (static_cast<Do>(event.what)) {
      case Do::kKeep:
        out_ << absl::StrFormat("seat %d keeps %s\n", event.seat, Cards(values));
        return;
      case Do::kTake:
        return Say(absl::StrFormat("takes %s from space %d", NamedAll(values), event.a + 1));
      case Do::kRefill: {
        std::string text = "the supply is filled:";
        for (size_t i = 0; i < values.size(); i += 3) {
          absl::StrAppend(&text, "  ", Style(kDim, absl::StrCat(values[i] + 1)), " ",
                          NamedAll(values.subspan(i + 1, 2)));
        }
        return Say(std::move(text));
      }
      case Do::kDraw:
        return Say(absl::StrFormat("draws %s from the %s", Card(values[0]),
                                   event.a == 0 ? "row" : "deck"));
      case Do::kReveal:
        return Say(absl::StrCat("new in the row: ", Cards(values)));
      case Do::kReshuffle:
        return Say(absl::StrFormat("the %d discards become the deck", event.a));
      case Do::kStart:
        coatl().pieces = {event.b};
        return Say(absl::StrFormat("starts coatl %d with %s", event.a, Named(event.b)));
      case Do::kExtend: {
        std::vector<Piece>& pieces = coatl().pieces;
        const bool at_head = static_cast<Side>(event.b) == Side::kHead;
        pieces.insert(at_head ? pieces.begin() : pieces.end(), event.c);
        return Say(absl::StrFormat("adds %s at the %s of coatl %d", Named(event.c),
                                   at_head ? "head" : "tail", event.a));
      }
      case Do::kProphecy:
        coatl().cards.push_back(rules_.prophecies()[values[0]].id);
        return Say(absl::StrFormat("plays %s on coatl %d", Card(values[0]), event.a));
      case Do::kTemple:
        coatl().cards.push_back(rules_.temples()[values[0]].id);
        return Say(absl::StrFormat("plays temple %s %s", TempleName(values[0]),
                                   event.b == 0 ? "from the hand" : "from a pile"));
      case Do::kUncover:
        return Say(absl::StrFormat("next temple of pile %d: %s", event.a, TempleName(values[0])));
      case Do::kFinish: {
        int points = 0;
        for (size_t i = 1; i < values.size(); i += 2) points += values[i];
        if (event.b != kNoCard) points += values.back();
        coatl().cards.push_back(Style(kBold, absl::StrCat("= ", points, " points")));
        return Say(
            Style(kBold, absl::StrFormat("finishes coatl %d for %d points", event.a, points)));
      }
      case Do::kToken:
        switch (static_cast<Sacrifice>(event.a)) {
          case Sacrifice::kPerfectPick:
            return Say(
                absl::StrCat("token perfect pick: takes ", NamedAll(values), " from the bag"));
          case Sacrifice::kSeeTheFuture:
            return Say("token see the future");
          case Sacrifice::kPriestsCommitment:
            return Say(
                absl::StrCat("token priest's commitment: takes temple ", TempleName(values[0])));
        }
        return;
      case Do::kDiscard:
        return Say(event.a == 0 ? "the row is discarded"
                                : absl::StrCat("discards ", CardIds(values)));
      case Do::kPass:
        return Say("passes");
      case Do::kEndAction:
        return EndAction(event.seat);
      case Do::kLastTurns:
        out_ << Style(kBold,
                      static_cast<End>(event.a) == End::kCoatls
                          ? absl::StrFormat("seat %d has finished its last coatl: last turns",
                                            event.seat)
                          : "no body segment is left: last turns after this round")
             << "\n";
        return;
      case Do::kDiscardSpace:
        return Say(absl::StrFormat("discards %s from space %d", NamedAll(values), event.a + 1));
      case Do::kPlace:
        return Say(values[0] == kNoCard
                       ? absl::StrCat("discards ", Named(event.a))
                       : absl::StrCat("puts ", Named(event.a), " onto ", Card(values[0])));
      case Do::kComplete:
        return Say(
            Style(kBold, absl::StrFormat("completes %s for %d points", Card(values[0]), event.b)));
      case Do::kClaim:
        return Say(absl::StrFormat("claims %s from the row", Card(values[0])));
    }
  }

  // Prints what was said since the last action, and the coameh it changed.
  void EndAction(uint8_t seat) {
    if (seat != last_seat_) ++turn_;
    last_seat_ = seat;
    out_ << Style(kDim, absl::StrFormat("turn %3d", turn_)) << "  " << SeatName(seat) << "  "
         << absl::StrJoin(phrases_, "\n                  ") << "\n";
    phrases_.clear();
    for (size_t c = 0; c < kMaxCoatls; ++c) {
      Drawn& drawn = drawn_[seat][c];
      if (!drawn.changed) continue;
      drawn.changed = false;
      out_ << absl::StrFormat("                  coatl %d  %s  %s\n", c, Draw(drawn.pieces),
                              absl::StrJoin(drawn.cards, " "));
    }
  }

  void TellResult() {
    const Outcome outcome = OutcomeWith<CoatlGame>(rules_, game_.end, game_.forfeit);
    out_ << "\n"
         << Style(kBold, absl::StrFormat("End: %s after %d turns",
                                         game_.forfeit ? kForfeitEnd : EndText(game_.end.end),
                                         game_.end.turns))
         << "\n";
    if (game_.forfeit) {
      out_ << absl::StrFormat("  seat %d  %s\n", game_.forfeit->seat, game_.forfeit->reason);
    }
    for (int seat = 0; seat < outcome.seats; ++seat) {
      const Score score = ScoreOf(game_.end, seat);
      const auto s = static_cast<size_t>(seat);
      const bool marco = s >= game_.strategies.size();
      out_ << absl::StrFormat("  %s  %3d points, %2d cards, best %s %2d  %s", SeatName(s),
                              score.points, score.cards, marco ? "card" : "coatl", score.best,
                              marco ? "" : game_.strategies[s]);
      if (outcome.win12[s] > 0)
        out_ << "  " << Style(kBold, outcome.win12[s] == 12 ? "wins" : "shares the win");
      out_ << "\n";
    }
    out_ << "\n";
  }

  const Rules& rules_;
  const GameRecord& game_;
  const bool color_;
  std::ostream& out_;
  std::array<std::array<Drawn, kMaxCoatls>, prestige::coatl::kMaxPlayers> drawn_;
  std::vector<std::string> phrases_;
  uint8_t last_seat_ = kNoSeat;
  int turn_ = 0;
};

}  // namespace

void WriteReplayText(const Rules& rules, const GameRecord& game, bool color, std::ostream& out) {
  Teller(rules, game, color, out).Tell();
}

}  // namespace prestige::coatl
