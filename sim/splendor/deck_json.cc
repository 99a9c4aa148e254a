#include "sim/splendor/deck_json.h"

#include <nlohmann/json.hpp>

namespace prestige::splendor {
namespace {

using Json = nlohmann::ordered_json;

void PutGems(Gems gems, Json* row) {
  for (size_t color = 0; color < kColors; ++color) {
    (*row)[std::string(kColorNames[color])] = gems.Count(static_cast<Color>(color));
  }
}

}  // namespace

std::string DeckJson(const Rules& rules) {
  Json developments = Json::array();
  for (const Development& card : rules.developments()) {
    Json row{{"id", card.id},
             {"tier", card.tier + 1},
             {"bonus", kColorNames[static_cast<size_t>(card.bonus)]},
             {"points", card.points}};
    PutGems(card.cost, &row);
    developments.push_back(row);
  }
  Json nobles = Json::array();
  for (const Noble& noble : rules.nobles()) {
    Json row{{"id", noble.id}, {"points", noble.points}};
    PutGems(noble.bonuses, &row);
    nobles.push_back(row);
  }
  // An id may hold any bytes: what is no UTF-8 is replaced.
  return Json{{"developments", developments}, {"nobles", nobles}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace prestige::splendor
