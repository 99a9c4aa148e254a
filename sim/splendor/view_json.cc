#include "sim/splendor/view_json.h"

#include <array>
#include <string>
#include <string_view>

namespace prestige::splendor {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kPhaseNames{"action", "return", "noble", "over"};

Json GemsJson(Gems gems, size_t kinds) {
  Json json = Json::object();
  for (size_t kind = 0; kind < kinds; ++kind) {
    json[std::string(kColorNames[kind])] = gems.Count(static_cast<Color>(kind));
  }
  return json;
}

Json CardId(const Rules& rules, uint8_t card) {
  return card == kNoCard ? Json(nullptr) : Json(rules.developments()[card].id);
}

Json NobleIds(const Rules& rules, uint32_t nobles) {
  Json ids = Json::array();
  for (size_t noble = 0; noble < rules.nobles().size(); ++noble) {
    if (((nobles >> noble) & 1) != 0) ids.push_back(rules.nobles()[noble].id);
  }
  return ids;
}

Json PlayerJson(const View& view, int seat) {
  const Rules& rules = view.rules();
  Json bought = Json::array();
  view.bought(seat).ForEach([&](uint8_t card) { bought.push_back(CardId(rules, card)); });
  Json reserved = Json::array();
  for (size_t i = 0; i < static_cast<size_t>(view.reserved_count(seat)); ++i) {
    reserved.push_back({{"tier", view.reserved_tier(seat, i) + 1},
                        {"card", CardId(rules, view.reserved(seat, i))}});
  }
  return {{"tokens", GemsJson(view.tokens(seat), kKinds)},
          {"bonuses", GemsJson(view.bonuses(seat), kColors)},
          {"points", view.points(seat)},
          {"bought", bought},
          {"nobles", NobleIds(rules, view.nobles(seat))},
          {"reserved", reserved}};
}

}  // namespace

Json ViewJson(const View& view) {
  const Rules& rules = view.rules();
  Json hand = Json::array();
  for (const uint8_t card : view.hand()) hand.push_back(CardId(rules, card));
  Json table = Json::array();
  Json decks = Json::array();
  const size_t face_up = rules.config().face_up;
  for (size_t tier = 0; tier < kTiers; ++tier) {
    Json row = Json::array();
    for (size_t i = 0; i < face_up; ++i) {
      const uint8_t card = view.table(tier * face_up + i);
      if (card != kNoCard) row.push_back(CardId(rules, card));
    }
    table.push_back(row);
    decks.push_back(view.deck_size(tier));
  }
  Json players = Json::array();
  for (int seat = 0; seat < view.players(); ++seat) players.push_back(PlayerJson(view, seat));
  return {{"phase", kPhaseNames[static_cast<size_t>(view.phase())]},
          {"turn", view.turns()},
          {"last_turns", view.end() != End::kNone},
          {"hand", hand},
          {"bank", GemsJson(view.bank(), kKinds)},
          {"returned", GemsJson(view.returned(), kKinds)},
          {"table", table},
          {"decks", decks},
          {"nobles", NobleIds(rules, view.nobles())},
          {"players", players}};
}

Json NewGameJson(const Rules& rules) {
  const RulesConfig& config = rules.config();
  Json developments = Json::object();
  for (const Development& card : rules.developments()) {
    developments[card.id] = {{"tier", card.tier + 1},
                             {"bonus", kColorNames[static_cast<size_t>(card.bonus)]},
                             {"points", card.points},
                             {"cost", GemsJson(card.cost, kColors)}};
  }
  Json nobles = Json::object();
  for (const Noble& noble : rules.nobles()) {
    nobles[noble.id] = {{"points", noble.points}, {"bonuses", GemsJson(noble.bonuses, kColors)}};
  }
  return {{"ruleset", rules.name()},
          {"rules",
           {{"reserved_limit", config.reserved_limit},
            {"token_limit", config.token_limit},
            {"take_different", config.take_different},
            {"take_same", config.take_same},
            {"take_same_needs", config.take_same_needs},
            {"end_points", config.end_points}}},
          {"developments", developments},
          {"nobles", nobles}};
}

}  // namespace prestige::splendor
