#include <array>
#include <bit>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "sim/splendor/replay.h"

namespace prestige::splendor {
namespace {

// Escape codes of a terminal, in the order of the colours: background and letter.
constexpr std::array<std::string_view, kKinds> kPaint{
    "\x1b[48;5;255;38;5;16m",  "\x1b[48;5;27;38;5;231m",  "\x1b[48;5;34;38;5;16m",
    "\x1b[48;5;160;38;5;231m", "\x1b[48;5;240;38;5;231m", "\x1b[48;5;220;38;5;16m"};
constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";

Gems TokensOf(const Event& event) {
  Gems tokens;
  for (size_t kind = 0; kind < kKinds; ++kind) {
    tokens += Gems::Of(static_cast<Color>(kind), event.values[kind]);
  }
  return tokens;
}

// Tells a game from its events, keeping track of what each player has.
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
  struct Holding {
    Gems tokens;
    Gems bonuses;
    int points = 0;
  };

  std::string Style(std::string_view code, std::string_view text) const {
    return color_ ? absl::StrCat(std::string(code), std::string(text), std::string(kPlain))
                  : std::string(text);
  }
  // "2 white, 1 gold".
  std::string Named(Gems gems) const {
    std::vector<std::string> texts;
    for (size_t kind = 0; kind < kKinds; ++kind) {
      const int count = gems.Count(static_cast<Color>(kind));
      if (count == 0) continue;
      texts.push_back(
          Style(kPaint[kind], absl::StrCat(count, " ", std::string(kColorNames[kind]))));
    }
    return texts.empty() ? "nothing" : absl::StrJoin(texts, ", ");
  }
  // "D2-03 [white, 2 points, 5 red]".
  std::string Card(uint8_t card) const {
    if (card == kNoCard) return "none left";
    const Development& development = rules_.developments()[card];
    const auto bonus = static_cast<size_t>(development.bonus);
    return absl::StrCat(
        development.id, " [", Style(kPaint[bonus], kColorNames[bonus]),
        development.points > 0
            ? absl::StrCat(", ", development.points, development.points == 1 ? " point" : " points")
            : std::string(),
        "; ", Named(development.cost), "]");
  }
  std::string NobleText(size_t noble) const {
    return absl::StrCat(rules_.nobles()[noble].id, " [", Named(rules_.nobles()[noble].bonuses),
                        "]");
  }

  void TellSetup() {
    const State& start = game_.start;
    out_ << Style(kBold, absl::StrFormat("Splendor, game %d of seed %d", game_.index, game_.seed))
         << absl::StrFormat(", %d players, ruleset %s\n", start.player_count, rules_.name());
    out_ << "  bank     " << Named(start.bank) << "\n";
    const size_t face_up = rules_.config().face_up;
    for (size_t tier = 0; tier < kTiers; ++tier) {
      std::vector<std::string> row;
      for (size_t i = 0; i < face_up; ++i) {
        const uint8_t card = start.table[tier * face_up + i];
        if (card != kNoCard) row.push_back(Card(card));
      }
      out_ << absl::StrFormat("  tier %d   %s\n", tier + 1, absl::StrJoin(row, "  "));
    }
    std::vector<std::string> nobles;
    for (uint32_t bits = start.nobles; bits != 0; bits &= bits - 1) {
      nobles.push_back(NobleText(static_cast<size_t>(std::countr_zero(bits))));
    }
    out_ << "  nobles   " << absl::StrJoin(nobles, "  ") << "\n";
    for (size_t seat = 0; seat < start.player_count; ++seat) {
      out_ << absl::StrFormat("  seat %d   %s\n", seat, game_.strategies[seat]);
    }
    out_ << "\n";
  }

  void TellEvent(const Event& event) {
    Holding& me = holdings_[event.seat];
    switch (static_cast<Do>(event.what)) {
      case Do::kTake:
        me.tokens += TokensOf(event);
        return Say(absl::StrCat("takes ", Named(TokensOf(event))));
      case Do::kReserve:
        me.tokens += Gems::Of(Color::kGold, event.c);
        return Say(absl::StrFormat("reserves %s from the %s%s", Card(event.a),
                                   event.b == 0 ? "table" : "deck", event.c > 0 ? ", 1 gold" : ""));
      case Do::kBuy:
        me.tokens -= TokensOf(event);
        me.bonuses += rules_.BonusOf(event.a);
        me.points += rules_.PointsOf(event.a);
        return Say(absl::StrFormat("buys %s%s for %s", Card(event.a),
                                   event.b == 0 ? "" : " from the hand", Named(TokensOf(event))));
      case Do::kReveal:
        return Say(absl::StrFormat("new in tier %d: %s", event.b + 1, Card(event.a)));
      case Do::kReturn:
        me.tokens -= TokensOf(event);
        return Say(absl::StrCat("gives back ", Named(TokensOf(event))));
      case Do::kNoble:
        me.points += rules_.nobles()[event.a].points;
        return Say(Style(kBold, absl::StrCat("is visited by ", NobleText(event.a))));
      case Do::kPass:
        return Say("passes");
      case Do::kEndAction:
        return EndTurn(event.seat, me);
      case Do::kLastTurns:
        out_ << Style(kBold,
                      absl::StrFormat("seat %d has %d points: last turns", event.seat, me.points))
             << "\n";
        return;
    }
  }

  void Say(std::string phrase) { phrases_.push_back(std::move(phrase)); }

  void EndTurn(uint8_t seat, const Holding& me) {
    out_ << Style(kDim, absl::StrFormat("turn %3d", ++turn_))
         << absl::StrFormat("  seat %d  ", seat) << absl::StrJoin(phrases_, "\n                  ")
         << "\n"
         << Style(kDim, absl::StrFormat("                  %d points; bonuses ", me.points))
         << Named(me.bonuses) << Style(kDim, "; tokens ") << Named(me.tokens) << "\n";
    phrases_.clear();
  }

  void TellResult() {
    const Outcome outcome = OutcomeWith<SplendorGame>(rules_, game_.end, game_.forfeit);
    out_ << "\n"
         << Style(kBold, absl::StrFormat("End: %s after %d turns",
                                         game_.forfeit ? kForfeitEnd : EndText(game_.end.end),
                                         game_.end.turns))
         << "\n";
    if (game_.forfeit) {
      out_ << absl::StrFormat("  seat %d  %s\n", game_.forfeit->seat, game_.forfeit->reason);
    }
    for (size_t seat = 0; seat < game_.end.player_count; ++seat) {
      const Player& player = game_.end.players[seat];
      out_ << absl::StrFormat("  seat %d  %3d points, %2d cards, %d nobles  %s", seat,
                              player.points, player.cards, std::popcount(player.nobles),
                              game_.strategies[seat]);
      if (outcome.win12[seat] > 0) {
        out_ << "  " << Style(kBold, outcome.win12[seat] == 12 ? "wins" : "shares the win");
      }
      out_ << "\n";
    }
    out_ << "\n";
  }

  const Rules& rules_;
  const GameRecord& game_;
  const bool color_;
  std::ostream& out_;
  std::array<Holding, kMaxPlayers> holdings_;
  std::vector<std::string> phrases_;
  int turn_ = 0;
};

}  // namespace

void WriteReplayText(const Rules& rules, const GameRecord& game, bool color, std::ostream& out) {
  Teller(rules, game, color, out).Tell();
}

}  // namespace prestige::splendor
