#include "sim/coatl/ruleset.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/coatl/game.h"
#include "sim/coatl/ruleset_deck.h"
#include "sim/config/content_hash.h"
#include "sim/config/ruleset_file.h"
#include "sim/config/suggest.h"

namespace prestige::coatl {
namespace {

constexpr std::array<std::string_view, kColors> kColorNames{"Y", "R", "K", "G", "B"};
constexpr std::array<std::string_view, kParts> kPartNames{"body", "head", "tail"};
constexpr std::array<std::string_view, kSacrifices> kTokenNames{"perfect-pick", "see-the-future",
                                                                "priests-commitment"};

// The fields that are one number, with the limits that each has for itself.
template <class Config>
struct NumberField {
  std::string_view key;
  uint8_t Config::* member;
  size_t least;
  size_t most;
};
constexpr std::array<NumberField<RulesConfig>, 12> kNumberFields{{
    {"segments_per_space", &RulesConfig::segments_per_space, 1, kMaxPerSpace},
    {"board", &RulesConfig::board, 1, kMaxBoard},
    {"row", &RulesConfig::row, 0, kMaxRow},
    {"keep", &RulesConfig::keep, 0, kMaxHand},
    {"keep_at_least", &RulesConfig::keep_at_least, 0, kMaxHand},
    {"hand_limit", &RulesConfig::hand_limit, 1, kMaxHand},
    {"odd_temple_pile", &RulesConfig::odd_temple_pile, 0, kPiles - 1},
    {"max_incomplete", &RulesConfig::max_incomplete, 1, kMaxCoatls},
    {"max_coatls", &RulesConfig::max_coatls, 1, kMaxCoatls},
    {"min_prophecies", &RulesConfig::min_prophecies, 0, kMaxOnCoatl},
    {"max_prophecies", &RulesConfig::max_prophecies, 1, kMaxOnCoatl},
    {"end_coatls", &RulesConfig::end_coatls, 1, kMaxCoatls},
}};
// Only of the game for 2 to 4.
constexpr std::array<NumberField<RulesConfig>, 4> kTableFields{{
    {"deal_temples", &RulesConfig::deal_temples, 0, kMaxTempleHand},
    {"last_actions_after", &RulesConfig::last_actions_after, 0, kMaxLastActions},
    {"last_actions_before", &RulesConfig::last_actions_before, 0, kMaxLastActions},
    {"last_actions_bodies", &RulesConfig::last_actions_bodies, 0, kMaxLastActions},
}};

// Only of the solo game.
constexpr std::array<NumberField<SoloConfig>, 4> kSoloFields{{
    {"marco.cards", &SoloConfig::marco_cards, 1, kMaxMarcoCards},
    {"levels.hand_limit", &SoloConfig::level_hand_limit, 1, kMaxHand},
    {"levels.min_prophecies", &SoloConfig::level_min_prophecies, 0, kMaxOnCoatl},
    {"levels.marco_cards", &SoloConfig::level_marco_cards, 1, kMaxMarcoCards},
}};
constexpr std::string_view kSpaceOrder = "marco.space_order";
constexpr std::string_view kPrivateTemple = "solo.private_temple";
constexpr std::string_view kOpenEnds = "open_end_satisfies_not";
constexpr std::string_view kEndBodies = "end_bodies";  // of the game for 2 to 4

struct BagField {
  std::string_view key;
  std::array<uint8_t, kColors> RulesConfig::* member;
  size_t most;  // in all colours together
  std::string_view what;
};
constexpr std::array<BagField, kParts> kBagFields{{
    {"body", &RulesConfig::body, kMaxBodies, "body segments"},
    {"heads", &RulesConfig::heads, kMaxEndPieces, "heads"},
    {"tails", &RulesConfig::tails, kMaxEndPieces, "tails"},
}};

std::vector<std::string_view> AllKeys(bool solo) {
  std::vector<std::string_view> keys{"game", "prophecies", "temples", "supply", "deal", "tokens"};
  const auto add = [&keys](const auto& fields) {
    for (const auto& field : fields) keys.push_back(field.key);
  };
  add(kBagFields);
  add(kNumberFields);
  if (solo) {
    add(kSoloFields);
    keys.insert(keys.end(), {kSpaceOrder, kPrivateTemple});
  } else {
    add(kTableFields);
    keys.push_back(kEndBodies);
  }
  keys.push_back(kOpenEnds);
  return keys;
}

size_t Total(const std::array<uint8_t, kColors>& counts) {
  return std::accumulate(counts.begin(), counts.end(), size_t{0});
}

// The config of a file, and which of its fields were wrong by themselves: those keep the base
// game's value, and have been reported.
struct ReadConfigResult {
  RulesConfig config;
  std::set<std::string_view> bad;

  bool Good(std::initializer_list<std::string_view> keys) const {
    return std::none_of(keys.begin(), keys.end(),
                        [this](std::string_view key) { return bad.contains(key); });
  }
};

ReadConfigResult ReadConfig(RulesetFields& fields, bool solo) {
  ReadConfigResult result;
  RulesConfig& config = result.config;
  const auto read = [&result](std::string_view key, const auto& value, const auto& store) {
    if (value) {
      store(*value);
    } else {
      result.bad.insert(key);
    }
  };
  for (const BagField& field : kBagFields) {
    read(field.key, fields.Table(field.key, kColorNames, 0, field.most), [&](const auto& counts) {
      std::copy(counts.begin(), counts.end(), (config.*field.member).begin());
    });
  }
  read("supply", fields.Names("supply", kPartNames), [&](const std::vector<size_t>& parts) {
    config.supply.clear();
    for (const size_t part : parts) config.supply.push_back(static_cast<Part>(part));
  });
  const auto read_numbers = [&](const auto& number_fields, auto& into) {
    for (const auto& field : number_fields) {
      read(field.key, fields.Integer(field.key, field.least, field.most),
           [&](uint8_t value) { into.*field.member = value; });
    }
  };
  const auto read_switch = [&](std::string_view key, const auto& store) {
    read(key, fields.Boolean(key), store);
  };
  read_numbers(kNumberFields, config);
  read_switch(kOpenEnds, [&](bool value) { config.open_end_satisfies_not = value; });
  if (solo) {
    SoloConfig& alone = config.solo.emplace();
    read_numbers(kSoloFields, alone);
    read_switch(kPrivateTemple, [&](bool value) { config.deal_temples = value ? 1 : 0; });
    read(kSpaceOrder, fields.Integers(kSpaceOrder, config.supply.size(), 1, config.supply.size()),
         [&](const std::vector<uint8_t>& numbers) {
           for (const uint8_t n : numbers) alone.space_order.push_back(static_cast<uint8_t>(n - 1));
         });
    read("deal", fields.Integer("deal", 0, kMaxHand),
         [&](uint8_t deal) { config.deal.fill(deal); });
  } else {
    read_numbers(kTableFields, config);
    read_switch(kEndBodies, [&](bool value) { config.end_bodies = value; });
    read("deal", fields.Integers("deal", kMaxPlayers, 0, kMaxHand),
         [&](const auto& deal) { std::copy(deal.begin(), deal.end(), config.deal.begin()); });
  }
  if (fields.IsBoolean("tokens")) {
    config.tokens.fill(*fields.Boolean("tokens"));
  } else {
    read("tokens", fields.Names("tokens", kTokenNames, "true, false, or "),
         [&](const std::vector<size_t>& tokens) {
           config.tokens.fill(false);
           for (const size_t token : tokens) config.tokens[token] = true;
         });
  }
  return result;
}

void CheckSolo(const ReadConfigResult& read, RulesetFields& fields) {
  const RulesConfig& config = read.config;
  const std::vector<uint8_t>& order = config.solo->space_order;
  if (read.Good({kSpaceOrder}) && std::set(order.begin(), order.end()).size() != order.size()) {
    fields.Report({kSpaceOrder}, absl::StrCat(std::string(kSpaceOrder),
                                              " names a space twice; allowed: each of 1 to ",
                                              config.supply.size(), " once"));
  }
  if (read.Good({"body", "segments_per_space"}) &&
      Total(config.body) % config.segments_per_space != 0) {
    fields.Report({"body", "segments_per_space"},
                  absl::StrCat("body makes ", Total(config.body),
                               " body segments; allowed: a multiple of ", config.segments_per_space,
                               ", the value of segments_per_space: else the last one would never "
                               "leave the bag and the game never end"));
  }
}

// What fields ask of each other, as far as they are good by themselves.
void CheckConfig(const ReadConfigResult& read, RulesetFields& fields) {
  const RulesConfig& config = read.config;
  for (const BagField& field : kBagFields) {
    const size_t total = Total(config.*field.member);
    if (total > field.most) {
      fields.Report(
          {field.key},
          absl::StrCat(std::string(field.key), " makes ", total, " ", std::string(field.what),
                       " of all colours together; allowed: at most ", field.most));
    }
  }
  if (read.Good({"body", "segments_per_space"}) && Total(config.body) < config.segments_per_space) {
    fields.Report({"body", "segments_per_space"},
                  absl::StrCat("body makes ", Total(config.body),
                               " body segments; allowed: at least ", config.segments_per_space,
                               ", the value of segments_per_space: else no space could be "
                               "filled"));
  }
  if (config.supply.size() > kMaxSpaces) {
    fields.Report({"supply"}, absl::StrCat("supply has ", config.supply.size(),
                                           " spaces; allowed: at most ", kMaxSpaces));
  }
  if (std::find(config.supply.begin(), config.supply.end(), Part::kBody) == config.supply.end()) {
    fields.Report({"supply"}, "supply has no space for body segments; allowed: one or more");
  }
  // The value of `key` is at most that of `limit`: the reason says why.
  const auto at_most = [&](std::string_view key, size_t value, std::string_view limit,
                           size_t limit_value, std::string_view reason) {
    if (!read.Good({key, limit}) || value <= limit_value) return;
    fields.Report({key, limit},
                  absl::StrCat(std::string(key), " is ", value, "; allowed: at most ", limit_value,
                               ", the value of ", std::string(limit), ": ", std::string(reason)));
  };
  at_most("segments_per_space", config.segments_per_space, "board", config.board,
          "else no body segment could ever be taken");
  at_most("keep", config.keep, "hand_limit", config.hand_limit,
          "else a hand would start over its limit");
  at_most("keep_at_least", config.keep_at_least, "keep", config.keep,
          "else no choice of cards would be allowed");
  at_most("keep_at_least", config.keep_at_least, "deal",
          *std::min_element(config.deal.begin(), config.deal.end()),
          "else a seat would have to keep more cards than it is dealt");
  at_most("min_prophecies", config.min_prophecies, "max_prophecies", config.max_prophecies,
          "else no coatl could ever be finished");
  at_most("end_coatls", config.end_coatls, "max_coatls", config.max_coatls,
          "else no player could ever set off that end");
  if (config.solo) {
    CheckSolo(read, fields);
    at_most("keep", config.keep, "levels.hand_limit", config.solo->level_hand_limit,
            "else a hand would start over its limit at level 2");
    at_most("levels.min_prophecies", config.solo->level_min_prophecies, "max_prophecies",
            config.max_prophecies, "else no coatl could ever be finished at level 4");
  }
  const bool commitment = config.tokens[static_cast<size_t>(Sacrifice::kPriestsCommitment)];
  if (read.Good({"deal_temples", "tokens"}) && commitment &&
      config.deal_temples >= kMaxTempleHand) {
    fields.Report({"deal_temples", "tokens"},
                  absl::StrCat("deal_temples is ", config.deal_temples, "; allowed: at most ",
                               kMaxTempleHand - 1, " with the token priests-commitment in play"));
  }
}

// What of the deck a game of so many players lacks, and the fields that say so.
struct Lack {
  std::vector<std::string_view> keys;
  std::string message;
};
std::optional<Lack> LackFor(const Rules& rules, size_t players) {
  const std::string_view temples_key = rules.solo() ? kPrivateTemple : "deal_temples";
  if (rules.CardsNeeded(players) > rules.cards()) {
    return Lack{{"prophecies", "row", "deal"},
                absl::StrCat("a game of ", players, " needs ", rules.CardsNeeded(players),
                             " prophecy cards at setup (row", rules.solo() ? ", M.A.R.C.O." : "",
                             " and deal); the deck has ", rules.cards())};
  }
  if (rules.TemplesNeeded(players) > rules.temples().size()) {
    return Lack{{"temples", temples_key},
                absl::StrCat("a game of ", players, " needs ", rules.TemplesNeeded(players),
                             " temples at setup (", std::string(temples_key), "); the deck has ",
                             rules.temples().size())};
  }
  return std::nullopt;
}

// M.A.R.C.O. has room for the pieces of every card.
void CheckNeeds(const Rules& rules, RulesetFields& fields) {
  for (const Prophecy& prophecy : rules.prophecies()) {
    const size_t need = prophecy.levels.back().times * MinLength(prophecy.pattern);
    if (need <= kMaxNeed) continue;
    fields.Report({"prophecies"},
                  absl::StrCat("the highest level of ", prophecy.id, " needs ", need,
                               " pieces; allowed in the solo game: at most ", kMaxNeed));
  }
}

std::string ListText(std::span<const uint8_t> values) {
  return absl::StrCat("[",
                      absl::StrJoin(values, ", ",
                                    [](std::string* out, uint8_t value) {
                                      absl::StrAppend(out, static_cast<int>(value));
                                    }),
                      "]");
}

}  // namespace

std::variant<LoadedRuleset, Diagnostics> LoadRuleset(const RulesetRequest& request) {
  const std::vector<std::string_view> keys = AllKeys(request.solo);
  const std::string name(request.solo ? CoatlSoloGame::kName : CoatlGame::kName);
  RulesetFields fields(request.path, request.sets, keys);
  if (const auto game = fields.String("game"); game && *game != name) {
    fields.Report({"game"}, absl::StrCat("game is ", Quoted(*game), "; allowed: '", name, "'"));
  }
  ReadConfigResult read = ReadConfig(fields, request.solo);
  CheckConfig(read, fields);

  const auto prophecies = fields.Path("prophecies");
  const auto temples = fields.Path("temples");
  const size_t errors_before_deck = fields.diagnostics().size();
  Deck deck = ReadDeck(prophecies, temples, fields.diagnostics());
  if (!prophecies || !temples || fields.diagnostics().size() > errors_before_deck) {
    SortByPlace(fields.diagnostics());
    return fields.diagnostics();
  }

  LoadedRuleset loaded{Rules(request.path.stem().string(), std::move(read.config),
                             std::move(deck.prophecies), std::move(deck.temples)),
                       request.path.string()};
  if (read.Good({"row", "deal", "deal_temples", "marco.cards", "levels.marco_cards"})) {
    if (const std::optional<Lack> lack = LackFor(loaded.rules, request.solo ? 1 : 2)) {
      fields.Report(lack->keys, lack->message);
    }
  }
  if (request.solo) CheckNeeds(loaded.rules, fields);
  if (!fields.diagnostics().empty()) {
    SortByPlace(fields.diagnostics());
    return fields.diagnostics();
  }
  loaded.rules_hash = ContentHash(CanonicalConfig(loaded.rules.config()));
  loaded.deck_hash = ContentHash(CanonicalDeck(loaded.rules.prophecies(), loaded.rules.temples()));
  return loaded;
}

absl::Status CheckPlayers(const Rules& rules, size_t players) {
  const size_t least = rules.solo() ? 1 : 2;
  const size_t most = rules.solo() ? 1 : kMaxPlayers;
  if (players < least || players > most) {
    return absl::InvalidArgumentError(
        absl::StrCat("--players=", players,
                     ": allowed: ", rules.solo() ? "1" : absl::StrCat("2 to ", kMaxPlayers)));
  }
  const std::optional<Lack> lack = LackFor(rules, players);
  if (!lack) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--players=", players, " with ruleset '", rules.name(), "': ", lack->message));
}

std::string CanonicalConfig(const RulesConfig& config) {
  std::vector<std::string> lines;
  const auto add = [&lines](std::string_view key, const std::string& value) {
    lines.push_back(absl::StrCat(std::string(key), " = ", value, "\n"));
  };
  for (const BagField& field : kBagFields) {
    std::vector<std::string> counts;
    for (size_t c = 0; c < kColors; ++c) {
      counts.push_back(absl::StrCat(std::string(kColorNames[c]), " = ",
                                    static_cast<int>((config.*field.member)[c])));
    }
    add(field.key, absl::StrCat("{ ", absl::StrJoin(counts, ", "), " }"));
  }
  const auto add_number = [&add](std::string_view key, uint8_t value) {
    add(key, absl::StrCat(static_cast<int>(value)));
  };
  const auto add_switch = [&add](std::string_view key, bool value) {
    add(key, value ? "true" : "false");
  };
  for (const auto& field : kNumberFields) add_number(field.key, config.*field.member);
  add_switch(kOpenEnds, config.open_end_satisfies_not);
  if (config.solo) {
    for (const auto& field : kSoloFields) add_number(field.key, *config.solo.*field.member);
    std::vector<uint8_t> order;
    for (const uint8_t space : config.solo->space_order) {
      order.push_back(static_cast<uint8_t>(space + 1));
    }
    add(kSpaceOrder, ListText(order));
    add_switch(kPrivateTemple, config.deal_temples > 0);
    add_number("deal", config.deal[0]);
  } else {
    for (const auto& field : kTableFields) add_number(field.key, config.*field.member);
    add_switch(kEndBodies, config.end_bodies);
    add("deal", ListText(config.deal));
  }
  const auto quoted = [](std::string_view name) {
    return absl::StrCat("\"", std::string(name), "\"");
  };
  std::vector<std::string> spaces;
  for (const Part part : config.supply)
    spaces.push_back(quoted(kPartNames[static_cast<size_t>(part)]));
  add("supply", absl::StrCat("[", absl::StrJoin(spaces, ", "), "]"));
  std::vector<std::string> tokens;
  for (size_t token = 0; token < kSacrifices; ++token) {
    if (config.tokens[token]) tokens.push_back(quoted(kTokenNames[token]));
  }
  add("tokens", absl::StrCat("[", absl::StrJoin(tokens, ", "), "]"));
  std::sort(lines.begin(), lines.end());
  return absl::StrJoin(lines, "");
}

std::string CanonicalDeck(const std::vector<Prophecy>& prophecies,
                          const std::vector<Temple>& temples) {
  std::string text;
  for (const Prophecy& prophecy : prophecies) {
    absl::StrAppend(&text, prophecy.id, ",", prophecy.frame, ",", static_cast<int>(prophecy.copies),
                    ",", ToString(prophecy.pattern), ",", ToString(prophecy.levels), "\n");
  }
  for (const Temple& temple : temples) {
    absl::StrAppend(&text, temple.id, ",", ToString(temple.requirements[0]), ",",
                    ToString(temple.requirements[1]), ",", static_cast<int>(temple.one), ",",
                    static_cast<int>(temple.both), "\n");
  }
  return text;
}

std::string ToString(const Requirement& requirement) {
  const std::string first(1, Letter(requirement.first));
  switch (requirement.kind) {
    case Requirement::Kind::kNone:
      return absl::StrCat("none ", first);
    case Requirement::Kind::kLength:
      return absl::StrCat("length ", static_cast<int>(requirement.length));
    case Requirement::Kind::kEqual:
      return absl::StrCat("equal ", first, " ", std::string(1, Letter(requirement.second)));
  }
  return "";
}

std::string ToString(const std::vector<Level>& levels) {
  return absl::StrJoin(levels, " ", [](std::string* out, const Level& level) {
    absl::StrAppend(out, static_cast<int>(level.times), ":", static_cast<int>(level.points));
  });
}

}  // namespace prestige::coatl
