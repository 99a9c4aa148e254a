#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/coatl/rules.h"
#include "engine/coatl/serpent.h"
#include "sim/config/diagnostic.h"

namespace prestige::coatl {

struct CoatlError {
  size_t column;  // from 1
  std::string message;
};

// Parses colours from the head end on, "^YGGB$": `^` first says that the first piece is a head, `$`
// last that the last piece is a tail; without them that end is open. 1 to 128 pieces; a head
// neither is the tail nor touches it.
std::variant<Serpent, CoatlError> ParseCoatl(std::string_view text);

// The lines of a text, without their ends (LF or CR LF). A line end at the end of the text starts
// no further line.
std::vector<std::string_view> SplitLines(std::string_view text);

// What is wrong with coameh, one a line: each error with `source`, the line's number and the
// column. After `limit` errors a last one says how many more lines are bad.
Diagnostics CheckCoatls(const std::string& source, std::span<const std::string_view> coatls,
                        size_t limit);

// A card of a ruleset, to be scored.
struct ScoreCard {
  enum class Deck : uint8_t { kProphecies, kTemples };
  Deck deck;
  uint8_t index;  // in that deck of the rules
};

// Every card: prophecies, then temples, in the order of the files.
std::vector<ScoreCard> AllCards(const Rules& rules);

const std::string& IdOf(const Rules& rules, ScoreCard card);

// Scores coameh, finished or not, that CheckCoatls found nothing wrong with, and writes the points
// in their order.
// CSV: a header `coatl,ID,...`, then one line a coatl. JSON: a list of {"coatl":...,
// "points":{ID:...}}.
void WriteScoresCsv(const Rules& rules, std::span<const ScoreCard> cards,
                    std::span<const std::string_view> coatls, std::ostream& out);
void WriteScoresJson(const Rules& rules, std::span<const ScoreCard> cards,
                     std::span<const std::string_view> coatls, std::ostream& out);
// For people: what each card asks and pays.
void WriteScoresText(const Rules& rules, std::span<const ScoreCard> cards,
                     std::span<const std::string_view> coatls, std::ostream& out);

}  // namespace prestige::coatl
