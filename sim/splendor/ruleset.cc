#include "sim/splendor/ruleset.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sim/config/content_hash.h"
#include "sim/config/ruleset_file.h"
#include "sim/config/suggest.h"
#include "sim/splendor/ruleset_deck.h"

namespace prestige::splendor {
namespace {

constexpr std::string_view kGame = "splendor";

// The fields that are one number, with the limits that each has for itself.
struct NumberField {
  std::string_view key;
  uint8_t RulesConfig::* member;
  size_t least;
  size_t most;
};
constexpr std::array<NumberField, 11> kNumberFields{{
    {"gold", &RulesConfig::gold, 0, kMaxTokens},
    {"face_up", &RulesConfig::face_up, 1, kMaxFaceUp},
    {"extra_nobles", &RulesConfig::extra_nobles, 0, kMaxOnTable - kMaxPlayers},
    {"take_different", &RulesConfig::take_different, 1, kColors},
    {"take_same", &RulesConfig::take_same, 1, kColors},
    {"take_same_needs", &RulesConfig::take_same_needs, 1, kMaxTokens},
    {"reserved_limit", &RulesConfig::reserved_limit, 0, kMaxReserved},
    {"reserve_gold", &RulesConfig::reserve_gold, 0, 1},
    {"token_limit", &RulesConfig::token_limit, 1, kMaxHeld},
    {"end_points", &RulesConfig::end_points, 1, kMaxPoints},
    {"max_rounds", &RulesConfig::max_rounds, 1, 255},
}};

std::vector<std::string_view> AllKeys() {
  std::vector<std::string_view> keys{"game", "developments", "nobles", "tokens"};
  for (const auto& field : kNumberFields) keys.push_back(field.key);
  return keys;
}

// The config of a file, and which of its fields were wrong by themselves: those keep the base
// game's value, and have been reported.
struct ReadConfigResult {
  RulesConfig config;
  std::set<std::string_view> bad;
};

ReadConfigResult ReadConfig(RulesetFields& fields) {
  ReadConfigResult result;
  if (const auto tokens = fields.Integers("tokens", kMaxPlayers - 1, 1, kMaxTokens)) {
    std::copy(tokens->begin(), tokens->end(), result.config.tokens.begin());
  } else {
    result.bad.insert("tokens");
  }
  for (const NumberField& field : kNumberFields) {
    if (const auto value = fields.Integer(field.key, field.least, field.most)) {
      result.config.*field.member = *value;
    } else {
      result.bad.insert(field.key);
    }
  }
  return result;
}

// What fields ask of each other, as far as they are good by themselves.
void CheckConfig(const ReadConfigResult& read, RulesetFields& fields) {
  const RulesConfig& config = read.config;
  if (!read.bad.contains("take_same") && !read.bad.contains("take_same_needs") &&
      config.take_same > config.take_same_needs) {
    fields.Report({"take_same", "take_same_needs"},
                  absl::StrCat("take_same is ", config.take_same, "; allowed: at most ",
                               config.take_same_needs,
                               ", the value of take_same_needs: else tokens would be taken that "
                               "are not there"));
  }
}

// What of the decks a game of so many players lacks.
std::optional<std::string> LackFor(const Rules& rules, size_t players) {
  if (rules.NobleCount(players) <= rules.nobles().size()) return std::nullopt;
  return absl::StrCat("a game of ", players, " needs ", rules.NobleCount(players),
                      " nobles at setup (players and extra_nobles); there are ",
                      rules.nobles().size());
}

void AppendGems(std::string& text, Gems gems) {
  for (size_t color = 0; color < kColors; ++color) {
    absl::StrAppend(&text, ",", gems.Count(static_cast<Color>(color)));
  }
  text += '\n';
}

}  // namespace

std::variant<LoadedRuleset, Diagnostics> LoadRuleset(const RulesetRequest& request) {
  const std::vector<std::string_view> keys = AllKeys();
  RulesetFields fields(request.path, request.sets, keys);
  if (const auto game = fields.String("game"); game && *game != kGame) {
    fields.Report({"game"},
                  absl::StrCat("game is ", Quoted(*game), "; allowed: '", std::string(kGame), "'"));
  }
  ReadConfigResult read = ReadConfig(fields);
  CheckConfig(read, fields);

  const auto developments = fields.Path("developments");
  const auto nobles = fields.Path("nobles");
  const size_t errors_before_deck = fields.diagnostics().size();
  Deck deck = ReadDeck(developments, nobles, fields.diagnostics());
  if (!developments || !nobles || fields.diagnostics().size() > errors_before_deck) {
    SortByPlace(fields.diagnostics());
    return fields.diagnostics();
  }

  LoadedRuleset loaded{
      Rules(request.path.stem().string(), read.config, deck.developments, std::move(deck.nobles)),
      request.path.string()};
  if (!read.bad.contains("extra_nobles")) {
    if (const auto lack = LackFor(loaded.rules, kMinPlayers)) {
      fields.Report({"nobles", "extra_nobles"}, *lack);
    }
  }
  if (!fields.diagnostics().empty()) {
    SortByPlace(fields.diagnostics());
    return fields.diagnostics();
  }
  loaded.rules_hash = ContentHash(CanonicalConfig(loaded.rules.config()));
  loaded.deck_hash = ContentHash(CanonicalDeck(loaded.rules.developments(), loaded.rules.nobles()));
  return loaded;
}

absl::Status CheckPlayers(const Rules& rules, size_t players) {
  if (players < kMinPlayers || players > kMaxPlayers) {
    return absl::InvalidArgumentError(
        absl::StrCat("--players=", players, ": allowed: ", kMinPlayers, " to ", kMaxPlayers));
  }
  const auto lack = LackFor(rules, players);
  if (!lack) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--players=", players, " with ruleset '", rules.name(), "': ", *lack));
}

std::string CanonicalConfig(const RulesConfig& config) {
  std::vector<std::string> lines;
  for (const NumberField& field : kNumberFields) {
    lines.push_back(
        absl::StrCat(std::string(field.key), " = ", static_cast<int>(config.*field.member), "\n"));
  }
  lines.push_back(absl::StrCat("tokens = [",
                               absl::StrJoin(config.tokens, ", ",
                                             [](std::string* out, uint8_t count) {
                                               absl::StrAppend(out, static_cast<int>(count));
                                             }),
                               "]\n"));
  std::sort(lines.begin(), lines.end());
  return absl::StrJoin(lines, "");
}

std::string CanonicalDeck(const std::vector<Development>& developments,
                          const std::vector<Noble>& nobles) {
  std::string text;
  for (const Development& card : developments) {
    absl::StrAppend(&text, card.id, ",", card.tier + 1, ",",
                    std::string(kColorNames[static_cast<size_t>(card.bonus)]), ",",
                    static_cast<int>(card.points));
    AppendGems(text, card.cost);
  }
  for (const Noble& noble : nobles) {
    absl::StrAppend(&text, noble.id, ",", static_cast<int>(noble.points));
    AppendGems(text, noble.bonuses);
  }
  return text;
}

}  // namespace prestige::splendor
