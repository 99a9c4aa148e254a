#include "sim/run/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "sim/record/card_facts.h"
#include "sim/run/figures.h"
#include "sim/stats/block_sums.h"

namespace prestige {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kCardsShown = 5;    // of the strongest, and of the weakest
constexpr double kStandsOut = 0.01;  // a deal effect wholly beyond 1 pp

Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

void PutShare(const Interval& share, Json* entry) {
  (*entry)["win_share"] = Number(share.estimate);
  (*entry)["low"] = Number(share.low);
  (*entry)["high"] = Number(share.high);
  (*entry)["few"] = share.few;
}

// By deal effect within a strategy, the strongest first; cards without one last.
Json Cards(const Schedule& schedule, const RecordLayout& layout, const Figures& figures) {
  std::vector<Json> cards;
  const double simultaneous =
      SimultaneousConfidence(kConfidence, static_cast<int64_t>(layout.cards.size()));
  for (const size_t place : figures.Places()) {
    if (place >= schedule.players()) continue;  // the automaton
    const auto begin = static_cast<std::ptrdiff_t>(cards.size());
    for (size_t card = 0; card < layout.cards.size(); ++card) {
      const Interval played = figures.PlayedShare(place, card);
      const Interval effect = figures.DealEffect(place, card);
      const Interval wide = figures.DealEffect(place, card, simultaneous);
      const int64_t n_played = figures.CardCount(place, card, CountColumn(Occasion::kPlayed));
      const int64_t n_taken = figures.CardCount(place, card, CountColumn(Occasion::kTaken));
      cards.push_back(
          {{"card", layout.cards[card]},
           {"strategy", schedule.strategies()[place]},
           {"n_played", n_played},
           {"play_rate", n_taken == 0
                             ? Json(nullptr)
                             : Json(static_cast<double>(n_played) / static_cast<double>(n_taken))},
           {"win_share_played", Number(played.estimate)},
           {"low", Number(played.low)},
           {"high", Number(played.high)},
           {"few", played.few},
           {"deal_effect", Number(effect.estimate)},
           {"deal_low", Number(effect.low)},
           {"deal_high", Number(effect.high)},
           {"stands_out", wide.HasBounds() && (wide.low > kStandsOut || wide.high < -kStandsOut)}});
    }
    std::sort(cards.begin() + begin, cards.end(), [](const Json& a, const Json& b) {
      const auto effect = [](const Json& card) {
        return card["deal_effect"].is_null() ? -std::numeric_limits<double>::infinity()
                                             : card["deal_effect"].get<double>();
      };
      if (effect(a) != effect(b)) return effect(a) > effect(b);
      return a["card"].get<std::string>() < b["card"].get<std::string>();
    });
  }
  return cards;
}

// The line of the automaton that plays with these levels; nothing where there is none.
std::optional<size_t> AutomatonLine(const Schedule& schedule, int levels) {
  for (size_t line = 0; line < schedule.lines().size(); ++line) {
    const Line& at = schedule.lines()[line];
    if (at.seat >= schedule.players() && at.levels == levels) return line;
  }
  return std::nullopt;
}

std::string LevelsText(int levels) {
  std::vector<int> numbers;
  for (int level = 1; levels >> (level - 1) != 0; ++level) {
    if ((levels >> (level - 1) & 1) != 0) numbers.push_back(level);
  }
  return numbers.empty() ? "none" : absl::StrJoin(numbers, ",");
}

}  // namespace

std::string Grouped(uint64_t number) {
  std::string digits = absl::StrCat(number);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

Json SummaryJson(const RunConfig& config, const Schedule& schedule, const RecordLayout& layout,
                 const Tally& tally, const RunTiming& timing) {
  const Figures figures(schedule, tally);
  const bool mirror = schedule.IsMirror();
  Json json;
  json["game"] = config.game;
  json["ruleset"] = config.ruleset;
  json["players"] = schedule.players();
  json["games"] = tally.games();
  json["blocks"] = tally.blocks();
  json["seed"] = config.seed;
  json["seconds"] = timing.seconds;
  json["games_per_second"] =
      timing.seconds > 0 ? Json(static_cast<double>(timing.games) / timing.seconds) : Json(nullptr);
  json["decisions"] = tally.decisions();
  json["turns_mean"] =
      Number(static_cast<double>(tally.turns()) / static_cast<double>(tally.games()));
  const std::optional<double> pairing = PairingEfficiency(tally.arrangements());
  json["pairing_efficiency"] = pairing ? Json(*pairing) : Json(nullptr);
  json["signature"] = absl::StrFormat("%016x", tally.signature());
  Json ends = Json::object();
  for (size_t end = 0; end < layout.ends.size(); ++end) {
    if (tally.ends()[end] > 0) ends[layout.ends[end]] = tally.ends()[end];
  }
  json["ends"] = ends;

  json["seats"] = Json::array();
  for (size_t seat = 0; seat < schedule.seats(); ++seat) {
    Json entry{{"seat", seat}};
    PutShare(figures.SeatShare(seat), &entry);
    entry["points_mean"] = Number(figures.SeatPoints(seat));
    json["seats"].push_back(entry);
  }
  json["strategies"] = Json::array();
  for (const size_t place : figures.Places()) {
    Json entry{{"strategy", schedule.strategies()[place]}};
    PutShare(figures.StrategyShare(place), &entry);
    if (mirror) entry["low"] = entry["high"] = nullptr;  // always 1 / players
    entry["points_mean"] = Number(figures.StrategyPoints(place));
    const Tally::Forfeits& forfeits = tally.forfeits()[place];
    entry["forfeits"] = forfeits.games;
    if (forfeits.games > 0) entry["forfeit_reason"] = forfeits.first_reason;
    json["strategies"].push_back(entry);
  }
  json["seat_strategy"] = Json::array();
  json["levels"] = Json::array();
  for (size_t line = 0; line < schedule.lines().size(); ++line) {
    const Line& at = schedule.lines()[line];
    const std::optional<size_t> automaton = AutomatonLine(schedule, at.levels);
    Json entry{{"seat", at.seat}, {"strategy", schedule.strategies()[at.place]}};
    if (automaton) entry["levels"] = LevelsText(at.levels);
    PutShare(figures.LineShare(line), &entry);
    json["seat_strategy"].push_back(entry);
    if (automaton && at.seat < schedule.players()) {
      const Interval margin = figures.MarginOver(line, *automaton);
      entry["margin_mean"] = Number(margin.estimate);
      entry["margin_low"] = Number(margin.low);
      entry["margin_high"] = Number(margin.high);
      json["levels"].push_back(entry);
    }
  }
  if (json["levels"].empty()) json.erase("levels");
  if (mirror && schedule.seats() > 1) {
    // Lines are seats there, and their wins come first.
    const std::optional<SeatTest> test =
        TestSeatsEqual(tally.lines().First(schedule.lines().size()));
    json["seat_test"] = test ? Json{{"f", test->f}, {"p_value", test->p_value}} : Json(nullptr);
  }
  json["cards"] = Cards(schedule, layout, figures);
  return json;
}

namespace {

std::string Percent(const Json& share) {
  return share.is_null() ? "-" : absl::StrFormat("%.1f %%", 100 * share.get<double>());
}

// "52.3 %  [51.3, 53.3]", aligned.
std::string Share(const Json& entry) {
  if (entry["low"].is_null()) return absl::StrFormat("%7s %14s", Percent(entry["win_share"]), "");
  return absl::StrFormat("%7s  [%4.1f, %4.1f]%s", Percent(entry["win_share"]),
                         100 * entry["low"].get<double>(), 100 * entry["high"].get<double>(),
                         entry["few"].get<bool>() ? " few" : "");
}

// What the first seat is worth, in words.
std::string SeatVerdict(const Json& summary) {
  const Json& seats = summary["seats"];
  size_t best = 0;
  for (size_t i = 1; i < seats.size(); ++i) {
    if (seats[i]["win_share"].get<double>() > seats[best]["win_share"].get<double>()) best = i;
  }
  const double even = 1.0 / static_cast<double>(seats.size());
  const Json& test = summary["seat_test"];
  const Json& top = seats[best];
  if (test.is_null() || top["low"].is_null()) return "Too few games to compare the seats.\n";
  const double p = test["p_value"].get<double>();
  const std::string p_text = p < 0.001 ? std::string("p < 0.001") : absl::StrFormat("p = %.3f", p);
  if (p >= 0.05) {
    return absl::StrFormat("No evidence that a seat wins more than another (%s).\n", p_text);
  }
  return absl::StrFormat(
      "Seat %d wins most: %.1f %% of games, %.1f more than an even share (95 %% interval %+.1f to "
      "%+.1f; %s).\n",
      best, 100 * top["win_share"].get<double>(), 100 * (top["win_share"].get<double>() - even),
      100 * (top["low"].get<double>() - even), 100 * (top["high"].get<double>() - even), p_text);
}

void AppendCards(const Json& summary, std::string* text) {
  for (const Json& strategy : summary["strategies"]) {
    std::vector<Json> cards;
    for (const Json& card : summary["cards"]) {
      if (card["strategy"] == strategy["strategy"] && !card["deal_effect"].is_null()) {
        cards.push_back(card);
      }
    }
    if (cards.empty()) continue;
    absl::StrAppendFormat(
        text,
        "\ncards of %s: what being dealt one is worth, in percentage points of wins\n"
        "  %-8s %6s  %-16s %8s  %s\n",
        strategy["strategy"].get<std::string>(), "card", "effect", "95 % interval", "played",
        "of those won");
    const auto row = [&](const Json& card) {
      const std::string interval =
          card["deal_low"].is_null()
              ? ""
              : absl::StrFormat("[%+.1f, %+.1f]", 100 * card["deal_low"].get<double>(),
                                100 * card["deal_high"].get<double>());
      absl::StrAppendFormat(
          text, "  %-8s %+6.1f  %-16s %8s  %s%s\n", card["card"].get<std::string>(),
          100 * card["deal_effect"].get<double>(), interval,
          Grouped(card["n_played"].get<uint64_t>()), Percent(card["win_share_played"]),
          card["stands_out"].get<bool>() ? "   stands out" : "");
    };
    const size_t top = std::min(kCardsShown, cards.size());
    for (size_t i = 0; i < top; ++i) row(cards[i]);
    if (cards.size() > 2 * kCardsShown) *text += "  …\n";
    for (size_t i = std::max(top, cards.size() - std::min(kCardsShown, cards.size()));
         i < cards.size(); ++i) {
      row(cards[i]);
    }
  }
}

}  // namespace

std::string SummaryText(const Json& summary) {
  const auto names = [&] {
    std::vector<std::string> texts;
    for (const Json& strategy : summary["strategies"]) {
      texts.push_back(strategy["strategy"].get<std::string>());
    }
    return absl::StrJoin(texts, " against ");
  };
  std::string text = absl::StrFormat(
      "%s, %d player%s, %s: %s games in %s blocks, seed %d\n\n", summary["game"].get<std::string>(),
      summary["players"].get<int>(), summary["players"].get<int>() == 1 ? "" : "s", names(),
      Grouped(summary["games"].get<uint64_t>()), Grouped(summary["blocks"].get<uint64_t>()),
      summary["seed"].get<uint64_t>());
  if (summary.contains("seat_test")) text += SeatVerdict(summary) + "\n";
  if (!summary.contains("seat_test")) {
    absl::StrAppendFormat(&text, "%-28s %7s  %-14s %7s\n", "strategy", "wins", "95 % interval",
                          "points");
    for (const Json& entry : summary["strategies"]) {
      absl::StrAppendFormat(&text, "%-28s %s %7.1f\n", entry["strategy"].get<std::string>(),
                            Share(entry), entry["points_mean"].get<double>());
    }
    text += "\n";
  }
  if (summary.contains("levels")) {
    absl::StrAppendFormat(&text, "%-12s %-15s %7s  %-14s %s\n", "levels", "strategy", "wins",
                          "95 % interval", "points ahead");
    for (const Json& entry : summary["levels"]) {
      absl::StrAppendFormat(&text, "%-12s %-15s %s  %+.1f\n", entry["levels"].get<std::string>(),
                            entry["strategy"].get<std::string>(), Share(entry),
                            entry["margin_mean"].get<double>());
    }
  } else {
    absl::StrAppendFormat(&text, "%-5s %-22s %7s  %-14s\n", "seat", "strategy", "wins",
                          "95 % interval");
    for (const Json& entry : summary["seat_strategy"]) {
      absl::StrAppendFormat(&text, "%-5d %-22s %s\n", entry["seat"].get<int>(),
                            entry["strategy"].get<std::string>(), Share(entry));
    }
  }
  for (const Json& entry : summary["strategies"]) {
    if (entry["forfeits"].get<uint64_t>() == 0) continue;
    absl::StrAppendFormat(
        &text, "\n%s forfeited %s games; the first: %s\n", entry["strategy"].get<std::string>(),
        Grouped(entry["forfeits"].get<uint64_t>()), entry["forfeit_reason"].get<std::string>());
  }
  AppendCards(summary, &text);

  std::vector<std::string> ends;
  for (const auto& [end, games] : summary["ends"].items()) {
    ends.push_back(absl::StrFormat("%s %.1f %%", end,
                                   100 * games.get<double>() / summary["games"].get<double>()));
  }
  std::vector<std::string> points;
  for (const Json& seat : summary["seats"]) {
    points.push_back(absl::StrFormat("%.1f", seat["points_mean"].get<double>()));
  }
  absl::StrAppendFormat(&text, "\npoints by seat %s; %.1f turns a game; ends: %s\n",
                        absl::StrJoin(points, ", "), summary["turns_mean"].get<double>(),
                        absl::StrJoin(ends, ", "));
  if (!summary["pairing_efficiency"].is_null() &&
      summary["blocks"].get<uint64_t>() < summary["games"].get<uint64_t>()) {
    absl::StrAppendFormat(
        &text, "a game in blocks tells as much as %.1f games on fresh deals (pairing efficiency)\n",
        summary["pairing_efficiency"].get<double>());
  }
  if (!summary["games_per_second"].is_null()) {
    absl::StrAppendFormat(&text, "%s games/s, signature %s\n",
                          Grouped(static_cast<uint64_t>(summary["games_per_second"].get<double>())),
                          summary["signature"].get<std::string>());
  }
  return text;
}

}  // namespace prestige
