#include "sim/coatl/ruleset_deck.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "sim/config/card_cells.h"
#include "sim/config/csv_table.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"

namespace prestige::coatl {
namespace {

constexpr size_t kMaxLevels = 16;
constexpr size_t kMaxPoints = 255;

// A word of a cell and its offset in it.
struct Word {
  std::string_view text;
  size_t offset;
};

std::vector<Word> SplitWords(std::string_view text) {
  std::vector<Word> words;
  size_t begin = text.find_first_not_of(' ');
  while (begin != std::string_view::npos) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back({text.substr(begin, end - begin), begin});
    begin = text.find_first_not_of(' ', end);
  }
  return words;
}

std::optional<Color> ParseColor(std::string_view text) {
  if (text.size() != 1) return std::nullopt;
  const size_t index = kColorLetters.find(text[0]);
  if (index == std::string_view::npos) return std::nullopt;
  return static_cast<Color>(index);
}

// What a spreadsheet makes of a level such as 1:5 when it takes the cell for a time of day: 01:05,
// 01:05:00, 1:05 AM. Answers with the level that was written, as far as it can be seen.
std::optional<std::string> LevelBehindTime(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view hours = text.substr(0, colon);
  std::string_view minutes = text.substr(colon + 1);
  const size_t second_colon = minutes.find(':');
  const bool seconds = second_colon != std::string_view::npos;
  if (seconds) minutes = minutes.substr(0, second_colon);
  const auto is_padded = [](std::string_view part) { return part.size() == 2 && part[0] == '0'; };
  if (!seconds && !is_padded(hours) && !is_padded(minutes)) return std::nullopt;
  int hour = 0;
  int minute = 0;
  if (!absl::SimpleAtoi(absl::string_view(hours.data(), hours.size()), &hour) ||
      !absl::SimpleAtoi(absl::string_view(minutes.data(), minutes.size()), &minute)) {
    return std::nullopt;
  }
  return absl::StrCat(hour, ":", minute);
}

// Reads the cells of one deck file and collects what is wrong with them.
class DeckReader : public CardCells {
 public:
  using CardCells::CardCells;

  Pattern ReadPattern(const std::optional<CsvCell>& cell) {
    if (!cell) return {};
    auto parsed = ParsePattern(cell->text);
    if (auto* pattern = std::get_if<Pattern>(&parsed)) return std::move(*pattern);
    for (const PatternError& error : std::get<std::vector<PatternError>>(parsed)) {
      Report(*cell, error.column,
             absl::StrCat("pattern is ", Quoted(cell->text), ": ", error.message));
    }
    return {};
  }

  std::vector<Level> Levels(const std::optional<CsvCell>& cell) {
    if (!cell) return {};
    const std::vector<Word> words = SplitWords(cell->text);
    if (words.empty()) {
      Report(*cell, 0, absl::StrCat("levels is empty; allowed: ", std::string(kLevelsAllowed)));
      return {};
    }
    if (words.size() > kMaxLevels) {
      Report(*cell, words[kMaxLevels].offset,
             absl::StrCat("levels has ", words.size(), " of them; allowed: at most ", kMaxLevels));
    }
    std::vector<Level> levels;
    for (const Word& word : words) {
      if (const auto level = LevelBehindTime(word.text)) {
        Report(*cell, word.offset,
               absl::StrCat("levels is ", Quoted(cell->text),
                            ": a spreadsheet took the cell for a time of day; format the column "
                            "as text and write the level again (was it ",
                            *level, "?)"));
        return {};
      }
      const std::optional<Level> level = OneLevel(*cell, word);
      if (!level) continue;
      if (!levels.empty() && level->times <= levels.back().times) {
        Report(*cell, word.offset,
               absl::StrCat("level ", Quoted(word.text),
                            " asks for no more times than the one before (",
                            static_cast<int>(levels.back().times), "); allowed: rising times"));
      }
      levels.push_back(*level);
    }
    return levels;
  }

  Requirement ReadRequirement(const std::optional<CsvCell>& cell, std::string_view column) {
    if (!cell) return {};
    const std::vector<Word> words = SplitWords(cell->text);
    Requirement requirement;
    if (words.size() == 2 && words[0].text == "none") {
      if (const auto color = ParseColor(words[1].text)) {
        requirement.kind = Requirement::Kind::kNone;
        requirement.first = *color;
        return requirement;
      }
    } else if (words.size() == 2 && words[0].text == "length") {
      const auto length = ParseCardNumber(words[1].text);
      if (length && *length >= 1 && *length <= kMaxLength) {
        requirement.kind = Requirement::Kind::kLength;
        requirement.length = static_cast<uint8_t>(*length);
        return requirement;
      }
    } else if (words.size() == 3 && words[0].text == "equal") {
      const auto first = ParseColor(words[1].text);
      const auto second = ParseColor(words[2].text);
      if (first && second && *first != *second) {
        requirement.kind = Requirement::Kind::kEqual;
        requirement.first = *first;
        requirement.second = *second;
        return requirement;
      }
    }
    constexpr std::array<std::string_view, 3> kKinds{"none", "length", "equal"};
    const bool known =
        !words.empty() && std::find(kKinds.begin(), kKinds.end(), words[0].text) != kKinds.end();
    Report(
        *cell, 0,
        absl::StrCat(std::string(column), " is ", Quoted(cell->text),
                     "; allowed: none C, length N, equal C D, with different colours C, D of "
                     "Y, R, K, G, B and N from 1 to ",
                     kMaxLength, known || words.empty() ? "" : DidYouMean(words[0].text, kKinds)));
    return requirement;
  }

 private:
  static constexpr std::string_view kLevelsAllowed =
      "TIMES:POINTS one or more times, such as 1:2 2:5, with times from 1 to 128 and points from 0 "
      "to 255";

  std::optional<Level> OneLevel(const CsvCell& cell, const Word& word) {
    const size_t colon = word.text.find(':');
    if (colon != std::string_view::npos) {
      const auto times = ParseCardNumber(word.text.substr(0, colon));
      const auto points = ParseCardNumber(word.text.substr(colon + 1));
      if (times && points && *times >= 1 && *times <= kMaxLength && *points <= kMaxPoints) {
        return Level{static_cast<uint8_t>(*times), static_cast<uint8_t>(*points)};
      }
    }
    Report(
        cell, word.offset,
        absl::StrCat("level is ", Quoted(word.text), "; allowed: ", std::string(kLevelsAllowed)));
    return std::nullopt;
  }
};

// Both have a meaning of their own where ids are listed: --cards=all, and the header of a score
// table.
constexpr std::array<std::string_view, 2> kReservedIds{"all", "coatl"};

std::string TextOf(const std::optional<CsvCell>& cell) { return cell ? cell->text : ""; }

std::vector<Prophecy> ReadProphecies(const std::filesystem::path& path, IdPlaces& id_places,
                                     Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 5> kRequired{"id", "frame", "copies", "pattern", "levels"};
  constexpr std::array<std::string_view, 1> kOptional{"name"};
  const std::optional<std::string> text = ReadCardFile(path, diagnostics);
  if (!text) return {};
  const std::string file = DisplayPath(path);
  const size_t errors_before = diagnostics.size();
  const std::vector<CsvRow> rows = ReadCsv(file, *text, {kRequired, kOptional}, diagnostics);
  DeckReader reader(file, diagnostics);
  std::vector<Prophecy> prophecies;
  size_t cards = 0;
  for (const CsvRow& row : rows) {
    Prophecy prophecy;
    prophecy.id = reader.Id(row.cells[0], id_places, kReservedIds);
    prophecy.frame = TextOf(row.cells[1]);
    if (row.cells[1] && prophecy.frame.empty()) {
      reader.Report(*row.cells[1], 0,
                    "frame is empty; allowed: a colour's name, or any other text");
    }
    prophecy.copies = reader.Number(row.cells[2], "copies", 1, kMaxCards).value_or(1);
    prophecy.pattern = reader.ReadPattern(row.cells[3]);
    prophecy.levels = reader.Levels(row.cells[4]);
    prophecy.name = TextOf(row.cells[5]);
    if (cards <= kMaxCards && cards + prophecy.copies > kMaxCards) {
      diagnostics.push_back(
          TooManyCards(file, row.line, "prophecy cards, copies counted", kMaxCards));
    }
    cards += prophecy.copies;
    prophecies.push_back(std::move(prophecy));
  }
  if (prophecies.empty() && diagnostics.size() == errors_before) {
    diagnostics.push_back({file, 0, 0, "there is no card; allowed: one or more"});
  }
  return prophecies;
}

std::vector<Temple> ReadTemples(const std::filesystem::path& path, IdPlaces& id_places,
                                Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 5> kRequired{"id", "first", "second", "one", "both"};
  constexpr std::array<std::string_view, 1> kOptional{"name"};
  const std::optional<std::string> text = ReadCardFile(path, diagnostics);
  if (!text) return {};
  const std::string file = DisplayPath(path);
  const std::vector<CsvRow> rows = ReadCsv(file, *text, {kRequired, kOptional}, diagnostics);
  DeckReader reader(file, diagnostics);
  std::vector<Temple> temples;
  for (const CsvRow& row : rows) {
    Temple temple;
    temple.id = reader.Id(row.cells[0], id_places, kReservedIds);
    temple.requirements[0] = reader.ReadRequirement(row.cells[1], "first");
    temple.requirements[1] = reader.ReadRequirement(row.cells[2], "second");
    temple.one = reader.Number(row.cells[3], "one", 0, kMaxPoints).value_or(0);
    temple.both = reader.Number(row.cells[4], "both", 0, kMaxPoints).value_or(0);
    temple.name = TextOf(row.cells[5]);
    if (temples.size() == kMaxTemples) {
      diagnostics.push_back(TooManyCards(file, row.line, "temples", kMaxTemples));
    }
    temples.push_back(std::move(temple));
  }
  return temples;
}

}  // namespace

Deck ReadDeck(const std::optional<std::filesystem::path>& prophecies,
              const std::optional<std::filesystem::path>& temples, Diagnostics& diagnostics) {
  IdPlaces id_places;
  Deck deck;
  if (prophecies) deck.prophecies = ReadProphecies(*prophecies, id_places, diagnostics);
  if (temples) deck.temples = ReadTemples(*temples, id_places, diagnostics);
  return deck;
}

}  // namespace prestige::coatl
