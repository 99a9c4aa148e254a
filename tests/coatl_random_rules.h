#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/coatl/pattern.h"
#include "engine/coatl/rules.h"
#include "engine/core/rng.h"

// Rulesets and decks at random, from the whole range that the loader takes: for tests that must
// hold under any rules.
namespace prestige::coatl {

inline uint32_t Between(Stream& stream, uint32_t least, uint32_t most) {
  return least + stream.Below(most - least + 1);
}

template <class Items>
auto OneOf(Stream& stream, const Items& items) {
  return items[stream.Below(static_cast<uint32_t>(std::size(items)))];
}

// A pattern of the language, printed nowhere.
inline Pattern RandomPattern(Stream& stream) {
  std::string text;
  const auto add_color = [&] { text += kColorLetters[stream.Below(kColors)]; };
  if (stream.Below(6) == 0) {
    text = "#";
    add_color();
  } else {
    if (stream.Below(3) == 0) {
      text = "!";
      add_color();
      text += ' ';
    }
    const uint32_t colors = Between(stream, 1, 5);
    for (uint32_t i = 0; i < colors; ++i) {
      if (i > 0) text += stream.Below(5) == 0 ? " *+ " : " ";
      add_color();
      if (stream.Below(4) == 0) text += '+';
    }
    if (stream.Below(3) == 0) {
      text += " !";
      add_color();
    }
  }
  auto parsed = ParsePattern(text);
  if (!std::holds_alternative<Pattern>(parsed)) throw std::logic_error("no pattern: " + text);
  return std::get<Pattern>(std::move(parsed));
}

// As many cards as the limits allow, at least the cards that any of the rules below deal out.
inline Rules WithRandomDeck(const Rules& rules, Stream& stream) {
  std::vector<Prophecy> prophecies;
  size_t cards = 0;
  const size_t wanted = Between(stream, 62, kMaxCards);
  while (cards < wanted) {
    Prophecy prophecy;
    prophecy.id = "P" + std::to_string(prophecies.size());
    prophecy.copies = static_cast<uint8_t>(std::min<size_t>(Between(stream, 1, 4), wanted - cards));
    prophecy.pattern = RandomPattern(stream);
    uint8_t times = 0;
    uint8_t points = 0;
    for (uint32_t level = Between(stream, 1, 4); level > 0; --level) {
      times = static_cast<uint8_t>(times + Between(stream, 1, 2));
      points = static_cast<uint8_t>(points + Between(stream, 0, 9));
      prophecy.levels.push_back({times, points});
    }
    cards += prophecy.copies;
    prophecies.push_back(std::move(prophecy));
  }
  return Rules(rules.name(), rules.config(), std::move(prophecies), rules.temples());
}

// Fields at random, as far as the loader takes them.
inline std::vector<std::string> RandomSets(Stream& stream) {
  std::vector<std::string> sets;
  const auto set = [&](const std::string& key, uint32_t value) {
    sets.push_back(key + "=" + std::to_string(value));
  };
  const auto maybe = [&](const std::string& key, uint32_t least, uint32_t most) {
    if (stream.Below(2) == 0) set(key, Between(stream, least, most));
  };
  const auto toggle = [&](const std::string& key) {
    if (stream.Below(3) == 0) sets.push_back(key + (stream.Below(2) == 0 ? "=true" : "=false"));
  };
  const auto pieces = [&](const std::string& key, uint32_t least, uint32_t most) {
    std::string& text = sets.emplace_back(key + "={");
    for (const char color : kColorLetters) {
      if (text.back() != '{') text += ',';
      text += color;
      text += '=';
      text += std::to_string(Between(stream, least, most));
    }
    text += '}';
  };
  pieces("body", 1, 25);
  pieces("heads", 0, 12);
  pieces("tails", 0, 12);
  std::string spaces = "\"body\"";
  for (uint32_t i = stream.Below(kMaxSpaces); i > 0; --i) {
    spaces += OneOf(stream, std::array<std::string_view, 3>{",\"body\"", ",\"head\"", ",\"tail\""});
  }
  sets.push_back("supply=[" + spaces + "]");
  maybe("segments_per_space", 1, kMaxPerSpace);
  set("board", Between(stream, 2, kMaxBoard));
  set("row", stream.Below(kMaxRow + 1));
  const uint32_t keep = stream.Below(6);
  const uint32_t keep_at_least = stream.Below(keep + 1);
  set("keep", keep);
  set("keep_at_least", keep_at_least);
  set("deal", Between(stream, keep_at_least, kMaxHand));
  set("hand_limit", Between(stream, std::max(keep, 1U), kMaxHand));
  set("deal_temples", stream.Below(4));
  maybe("odd_temple_pile", 0, 1);
  const uint32_t max_coatls = Between(stream, 1, kMaxCoatls);
  set("max_coatls", max_coatls);
  set("end_coatls", Between(stream, 1, max_coatls));
  maybe("max_incomplete", 1, kMaxCoatls);
  const uint32_t max_prophecies = Between(stream, 1, kMaxOnCoatl);
  set("max_prophecies", max_prophecies);
  set("min_prophecies", stream.Below(std::min(max_prophecies, 4U) + 1));
  toggle("open_end_satisfies_not");
  toggle("end_bodies");
  toggle("tokens");
  maybe("last_actions_after", 0, kMaxLastActions);
  maybe("last_actions_before", 0, kMaxLastActions);
  maybe("last_actions_bodies", 0, kMaxLastActions);
  return sets;
}

inline std::string Joined(const std::vector<std::string>& sets) {
  std::string text;
  for (const std::string& set : sets) text += " --set '" + set + "'";
  return text;
}

}  // namespace prestige::coatl
