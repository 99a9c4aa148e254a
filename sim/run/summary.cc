#include "sim/run/summary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
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

// What a strategy does with groups of cards, as it was seen: sums over their cards.
Json Groups(const Schedule& schedule, const RecordLayout& layout, const Figures& figures) {
  Json groups = Json::array();
  for (const size_t place : figures.Places()) {
    if (place >= schedule.players()) continue;  // the automaton
    const auto games = static_cast<double>(figures.SeatGames(place));
    for (const CardGroup& group : layout.groups) {
      const auto sum = [&](size_t column) {
        int64_t all = 0;
        for (const size_t card : group.cards) all += figures.CardCount(place, card, column);
        return static_cast<double>(all);
      };
      const double played = sum(CountColumn(Occasion::kPlayed));
      const double drawn =
          sum(CountColumn(Occasion::kDrawnOpen)) + sum(CountColumn(Occasion::kDrawnDeck));
      groups.push_back(
          {{"group", group.name},
           {"strategy", schedule.strategies()[place]},
           {"cards", group.cards.size()},
           {"played_mean", Number(played / games)},
           {"drawn_mean", Number(drawn / games)},
           {"turn_played_mean", Number(sum(SumColumn(CardSum::kTurnPlayed)) / played)},
           {"points_mean", Number(sum(SumColumn(CardSum::kPoints)) / games)},
           {"win_share_played", Number(sum(WinColumn(Occasion::kPlayed)) / 12 / played)}});
    }
  }
  return groups;
}

std::string LevelsText(int levels) {
  std::vector<int> numbers;
  for (int level = 1; levels >> (level - 1) != 0; ++level) {
    if ((levels >> (level - 1) & 1) != 0) numbers.push_back(level);
  }
  return numbers.empty() ? "none" : absl::StrJoin(numbers, ",");
}

void PutMean(const std::string& name, const Interval& mean, Json* entry) {
  (*entry)[name + "_mean"] = Number(mean.estimate);
  (*entry)[name + "_low"] = Number(mean.low);
  (*entry)[name + "_high"] = Number(mean.high);
}

// How the player fares against the automaton with each set of levels, the smaller sets first.
Json LevelSets(const Schedule& schedule, const Figures& figures) {
  std::vector<size_t> lines(schedule.player_lines());
  std::iota(lines.begin(), lines.end(), 0);
  std::sort(lines.begin(), lines.end(), [&](size_t a, size_t b) {
    const auto order = [&](size_t line) {
      const int levels = schedule.lines()[line].levels;
      return std::tuple(std::popcount(static_cast<unsigned>(levels)), LevelsText(levels), line);
    };
    return order(a) < order(b);
  });
  Json sets = Json::array();
  for (const size_t line : lines) {
    const Line& at = schedule.lines()[line];
    const auto automaton =
        static_cast<size_t>(std::find(schedule.lines().begin(), schedule.lines().end(),
                                      Line{schedule.players(), schedule.players(), at.levels}) -
                            schedule.lines().begin());
    Json entry{{"levels", LevelsText(at.levels)}, {"strategy", schedule.strategies()[at.place]}};
    PutShare(figures.LineShare(line), &entry);
    PutMean("margin", figures.MarginOver(line, automaton), &entry);
    entry["points_mean"] = Number(figures.LinePoints(line).estimate);
    entry["automaton_points_mean"] = Number(figures.LinePoints(automaton).estimate);
    sets.push_back(entry);
  }
  return sets;
}

Json LevelEffects(const Figures& figures, std::span<const std::string_view> levels) {
  Json effects = Json::array();
  for (size_t i = 0; i < levels.size(); ++i) {
    const int level = static_cast<int>(i) + 1;
    Json entry{{"level", level}, {"asks", levels[i]}};
    const Interval wins = figures.LevelWins(level);
    entry["effect"] = Number(wins.estimate);
    entry["low"] = Number(wins.low);
    entry["high"] = Number(wins.high);
    PutMean("margin", figures.LevelMargin(level), &entry);
    effects.push_back(entry);
  }
  return effects;
}

}  // namespace

std::string Grouped(uint64_t number) {
  std::string digits = absl::StrCat(number);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

Json SummaryJson(const RunConfig& config, const Schedule& schedule, const RecordLayout& layout,
                 const Tally& tally, const RunTiming& timing,
                 std::span<const std::string_view> levels) {
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
  for (size_t line = 0; line < schedule.lines().size(); ++line) {
    const Line& at = schedule.lines()[line];
    Json entry{{"seat", at.seat}, {"strategy", schedule.strategies()[at.place]}};
    if (schedule.seats() > schedule.players()) entry["levels"] = LevelsText(at.levels);
    PutShare(figures.LineShare(line), &entry);
    json["seat_strategy"].push_back(entry);
  }
  if (schedule.seats() > schedule.players()) {
    json["automaton"] = schedule.strategies().back();
    json["levels"] = LevelSets(schedule, figures);
    if (json["levels"].size() > 1) json["level_effects"] = LevelEffects(figures, levels);
  }
  if (mirror && schedule.seats() > 1) {
    // Lines are seats there, and their wins come first.
    const std::optional<SeatTest> test =
        TestSeatsEqual(tally.lines().First(schedule.lines().size()));
    json["seat_test"] = test ? Json{{"f", test->f}, {"p_value", test->p_value}} : Json(nullptr);
  }
  if (!layout.groups.empty()) json["groups"] = Groups(schedule, layout, figures);
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

// Who wins, by strategy and by seat.
void AppendSeats(const Json& summary, std::string* text) {
  if (summary.contains("seat_test")) {
    *text += SeatVerdict(summary) + "\n";
  } else {
    absl::StrAppendFormat(text, "%-28s %7s  %-14s %7s\n", "strategy", "wins", "95 % interval",
                          "points");
    for (const Json& entry : summary["strategies"]) {
      absl::StrAppendFormat(text, "%-28s %s %7.1f\n", entry["strategy"].get<std::string>(),
                            Share(entry), entry["points_mean"].get<double>());
    }
    *text += "\n";
  }
  absl::StrAppendFormat(text, "%-5s %-22s %7s  %-14s\n", "seat", "strategy", "wins",
                        "95 % interval");
  for (const Json& entry : summary["seat_strategy"]) {
    absl::StrAppendFormat(text, "%-5d %-22s %s\n", entry["seat"].get<int>(),
                          entry["strategy"].get<std::string>(), Share(entry));
  }
}

// "+12.3  [+11.9, +12.7]", aligned.
std::string Signed(const Json& entry, const std::string& estimate, const std::string& bounds,
                   double scale) {
  if (entry[bounds + "low"].is_null()) {
    return absl::StrFormat("%+6.1f %16s", scale * entry[estimate].get<double>(), "");
  }
  return absl::StrFormat(
      "%+6.1f  %-15s", scale * entry[estimate].get<double>(),
      absl::StrFormat("[%+.1f, %+.1f]", scale * entry[bounds + "low"].get<double>(),
                      scale * entry[bounds + "high"].get<double>()));
}

std::string Ahead(double margin) {
  return absl::StrFormat("%.1f points %s", std::abs(margin), margin < 0 ? "behind" : "ahead");
}

// How the player fares against the automaton, in words.
std::string LevelsVerdict(const Json& summary) {
  const auto automaton = summary["automaton"].get<std::string>();
  const Json& first = summary["levels"].front();
  const Json& last = summary["levels"].back();
  const auto strategy = first["strategy"].get<std::string>();
  const auto levels = first["levels"].get<std::string>();
  std::string text = absl::StrFormat(
      "%s beats %s in %s of games %s, and is %s on average.\n", strategy, automaton,
      Percent(first["win_share"]),
      levels == "none" ? std::string("without levels") : absl::StrCat("with levels ", levels),
      Ahead(first["margin_mean"].get<double>()));
  if (!summary.contains("level_effects")) return text;
  // Where no level clearly costs wins, because hardly any are won, points tell more.
  const Json& effects = summary["level_effects"];
  const bool by_wins = std::any_of(effects.begin(), effects.end(), [](const Json& effect) {
    return !effect["high"].is_null() && effect["high"].get<double>() < 0;
  });
  const std::string key = by_wins ? "effect" : "margin_mean";
  const Json& hardest = *std::min_element(
      effects.begin(), effects.end(),
      [&](const Json& a, const Json& b) { return a[key].get<double>() < b[key].get<double>(); });
  absl::StrAppendFormat(&text,
                        "With all levels it wins %s and is %s.\n"
                        "Level %d, %s, weighs most: %+.1f %s,\n"
                        "on average over all combinations of the others.\n",
                        Percent(last["win_share"]), Ahead(last["margin_mean"].get<double>()),
                        hardest["level"].get<int>(), hardest["asks"].get<std::string>(),
                        (by_wins ? 100 : 1) * hardest[key].get<double>(),
                        by_wins ? "percentage points of wins" : "points");
  return text;
}

void AppendLevels(const Json& summary, std::string* text) {
  absl::StrAppendFormat(text, "%-10s %7s  %-18s %6s  %-15s %6s %6s\n", "levels", "wins",
                        "95 % interval", "ahead", "95 % interval", "points",
                        summary["automaton"].get<std::string>());
  for (const Json& entry : summary["levels"]) {
    absl::StrAppendFormat(text, "%-10s %-27s %s %6.1f %6.1f\n", entry["levels"].get<std::string>(),
                          Share(entry), Signed(entry, "margin_mean", "margin_", 1),
                          entry["points_mean"].get<double>(),
                          entry["automaton_points_mean"].get<double>());
  }
  if (!summary.contains("level_effects")) return;
  absl::StrAppendFormat(text,
                        "\nwhat a level changes, over all combinations of the others: percentage "
                        "points of wins, points\n"
                        "%-5s  %-30s %6s  %-15s %6s  %s\n",
                        "level", "asks for", "wins", "95 % interval", "ahead", "95 % interval");
  for (const Json& entry : summary["level_effects"]) {
    std::string row = absl::StrFormat(
        "%-5d  %-30s %s %s", entry["level"].get<int>(), entry["asks"].get<std::string>(),
        Signed(entry, "effect", "", 100), Signed(entry, "margin_mean", "margin_", 1));
    absl::StripTrailingAsciiWhitespace(&row);
    absl::StrAppend(text, row, "\n");
  }
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

void AppendGroups(const Json& summary, std::string* text) {
  if (!summary.contains("groups")) return;
  std::string strategy;
  for (const Json& group : summary["groups"]) {
    if (group["strategy"] != strategy) {
      strategy = group["strategy"].get<std::string>();
      absl::StrAppendFormat(text,
                            "\ncards of %s in a game, as they were seen: no verdict, since winners "
                            "get more of them\n  %-8s %6s %9s %6s %7s  %s\n",
                            strategy, "", "bought", "reserved", "turn", "points", "of those won");
    }
    const auto number = [&](const char* key) {
      return group[key].is_null() ? std::string("-")
                                  : absl::StrFormat("%.1f", group[key].get<double>());
    };
    absl::StrAppendFormat(text, "  %-8s %6s %9s %6s %7s  %s\n", group["group"].get<std::string>(),
                          number("played_mean"), number("drawn_mean"), number("turn_played_mean"),
                          number("points_mean"), Percent(group["win_share_played"]));
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
      "%s, %d player%s, %s%s: %s games in %s block%s, seed %d\n\n",
      summary["game"].get<std::string>(), summary["players"].get<int>(),
      summary["players"].get<int>() == 1 ? "" : "s", names(),
      summary["ruleset"] == RunConfig().ruleset
          ? std::string()
          : absl::StrCat(", ruleset ", summary["ruleset"].get<std::string>()),
      Grouped(summary["games"].get<uint64_t>()), Grouped(summary["blocks"].get<uint64_t>()),
      summary["blocks"] == 1 ? "" : "s", summary["seed"].get<uint64_t>());
  if (summary.contains("levels")) {
    text += LevelsVerdict(summary) + "\n";
    AppendLevels(summary, &text);
  } else {
    AppendSeats(summary, &text);
  }
  for (const Json& entry : summary["strategies"]) {
    if (entry["forfeits"].get<uint64_t>() == 0) continue;
    absl::StrAppendFormat(
        &text, "\n%s forfeited %s games; the first: %s\n", entry["strategy"].get<std::string>(),
        Grouped(entry["forfeits"].get<uint64_t>()), entry["forfeit_reason"].get<std::string>());
  }
  AppendCards(summary, &text);
  AppendGroups(summary, &text);

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
