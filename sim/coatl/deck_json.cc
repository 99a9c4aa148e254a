#include "sim/coatl/deck_json.h"

#include <nlohmann/json.hpp>

#include "sim/coatl/ruleset.h"

namespace prestige::coatl {

std::string DeckJson(const Rules& rules) {
  using Json = nlohmann::ordered_json;
  Json prophecies = Json::array();
  for (const Prophecy& card : rules.prophecies()) {
    prophecies.push_back({{"id", card.id},
                          {"name", card.name},
                          {"frame", card.frame},
                          {"copies", card.copies},
                          {"pattern", ToString(card.pattern)},
                          {"levels", ToString(card.levels)}});
  }
  Json temples = Json::array();
  for (const Temple& card : rules.temples()) {
    temples.push_back({{"id", card.id},
                       {"name", card.name},
                       {"first", ToString(card.requirements[0])},
                       {"second", ToString(card.requirements[1])},
                       {"one", card.one},
                       {"both", card.both}});
  }
  // A name may hold any bytes: what is no UTF-8 is replaced.
  return Json{{"prophecies", prophecies}, {"temples", temples}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace prestige::coatl
