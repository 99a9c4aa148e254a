#include "sim/coatl/ruleset_deck.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
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

// A number written in digits alone, without a leading zero.
std::optional<size_t> ParseNumber(std::string_view text) {
  const bool digits = !text.empty() && text.size() <= 9 &&
                      text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!digits || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  size_t number = 0;
  for (const char digit : text) number = number * 10 + static_cast<size_t>(digit - '0');
  return number;
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
class DeckReader {
 public:
  DeckReader(std::string file, Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics) {}

  void Report(const CsvCell& cell, size_t offset, std::string message) {
    const size_t column = cell.column == 0 ? 0 : cell.column + offset;
    diagnostics_.push_back({file_, cell.line, column, std::move(message)});
  }

  std::string Id(const std::optional<CsvCell>& cell, std::map<std::string, Diagnostic>& places) {
    if (!cell) return "";
    constexpr std::string_view kAllowed = "allowed: one or more of A-Z, a-z, 0-9, '_', '.' and '-'";
    const std::string& id = cell->text;
    const bool good = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
             c == '_' || c == '.' || c == '-';
    });
    if (!good) {
      Report(*cell, 0, absl::StrCat("id is ", Quoted(id), "; ", std::string(kAllowed)));
      return "";
    }
    // Both have a meaning of their own where ids are listed: --cards=all, and the header of a score
    // table.
    if (id == "all" || id == "coatl") {
      Report(*cell, 0, absl::StrCat("id is ", Quoted(id), ", which is reserved; take another"));
      return "";
    }
    const auto [place, is_new] = places.emplace(id, Diagnostic{file_, cell->line, 0, ""});
    if (!is_new) {
      Report(*cell, 0,
             absl::StrCat("id ", Quoted(id), " is there twice, first in ", place->second.file,
                          " line ", place->second.line));
      return "";
    }
    return id;
  }

  std::optional<uint8_t> Number(const std::optional<CsvCell>& cell, std::string_view column,
                                size_t least, size_t most) {
    if (!cell) return std::nullopt;
    const std::optional<size_t> number = ParseNumber(cell->text);
    if (!number || *number < least || *number > most) {
      Report(*cell, 0,
             absl::StrCat(std::string(column), " is ", Quoted(cell->text),
                          "; allowed: a whole number from ", least, " to ", most));
      return std::nullopt;
    }
    return static_cast<uint8_t>(*number);
  }

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
      const auto length = ParseNumber(words[1].text);
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
      const auto times = ParseNumber(word.text.substr(0, colon));
      const auto points = ParseNumber(word.text.substr(colon + 1));
      if (times && points && *times >= 1 && *times <= kMaxLength && *points <= kMaxPoints) {
        return Level{static_cast<uint8_t>(*times), static_cast<uint8_t>(*points)};
      }
    }
    Report(
        cell, word.offset,
        absl::StrCat("level is ", Quoted(word.text), "; allowed: ", std::string(kLevelsAllowed)));
    return std::nullopt;
  }

  std::string file_;
  Diagnostics& diagnostics_;
};

std::optional<std::string> ReadFile(const std::filesystem::path& path, Diagnostics& diagnostics) {
  auto text = ReadTextFile(path);
  if (auto* unreadable = std::get_if<Diagnostic>(&text)) {
    diagnostics.push_back(std::move(*unreadable));
    return std::nullopt;
  }
  return std::get<std::string>(std::move(text));
}

// `row` is the line of the first card beyond the limit.
Diagnostic TooMany(const std::string& file, size_t row, std::string_view what, size_t limit) {
  return {file, row, 0,
          absl::StrCat("with this row there are more than ", limit, " ", std::string(what),
                       "; allowed: ", limit, " in all")};
}

std::string TextOf(const std::optional<CsvCell>& cell) { return cell ? cell->text : ""; }

std::vector<Prophecy> ReadProphecies(const std::filesystem::path& path,
                                     std::map<std::string, Diagnostic>& id_places,
                                     Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 5> kRequired{"id", "frame", "copies", "pattern", "levels"};
  constexpr std::array<std::string_view, 1> kOptional{"name"};
  const std::optional<std::string> text = ReadFile(path, diagnostics);
  if (!text) return {};
  const std::string file = DisplayPath(path);
  const size_t errors_before = diagnostics.size();
  const std::vector<CsvRow> rows = ReadCsv(file, *text, {kRequired, kOptional}, diagnostics);
  DeckReader reader(file, diagnostics);
  std::vector<Prophecy> prophecies;
  size_t cards = 0;
  for (const CsvRow& row : rows) {
    Prophecy prophecy;
    prophecy.id = reader.Id(row.cells[0], id_places);
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
      diagnostics.push_back(TooMany(file, row.line, "prophecy cards, copies counted", kMaxCards));
    }
    cards += prophecy.copies;
    prophecies.push_back(std::move(prophecy));
  }
  if (prophecies.empty() && diagnostics.size() == errors_before) {
    diagnostics.push_back({file, 0, 0, "there is no card; allowed: one or more"});
  }
  return prophecies;
}

std::vector<Temple> ReadTemples(const std::filesystem::path& path,
                                std::map<std::string, Diagnostic>& id_places,
                                Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 5> kRequired{"id", "first", "second", "one", "both"};
  constexpr std::array<std::string_view, 1> kOptional{"name"};
  const std::optional<std::string> text = ReadFile(path, diagnostics);
  if (!text) return {};
  const std::string file = DisplayPath(path);
  const std::vector<CsvRow> rows = ReadCsv(file, *text, {kRequired, kOptional}, diagnostics);
  DeckReader reader(file, diagnostics);
  std::vector<Temple> temples;
  for (const CsvRow& row : rows) {
    Temple temple;
    temple.id = reader.Id(row.cells[0], id_places);
    temple.requirements[0] = reader.ReadRequirement(row.cells[1], "first");
    temple.requirements[1] = reader.ReadRequirement(row.cells[2], "second");
    temple.one = reader.Number(row.cells[3], "one", 0, kMaxPoints).value_or(0);
    temple.both = reader.Number(row.cells[4], "both", 0, kMaxPoints).value_or(0);
    temple.name = TextOf(row.cells[5]);
    if (temples.size() == kMaxTemples) {
      diagnostics.push_back(TooMany(file, row.line, "temples", kMaxTemples));
    }
    temples.push_back(std::move(temple));
  }
  return temples;
}

}  // namespace

Deck ReadDeck(const std::optional<std::filesystem::path>& prophecies,
              const std::optional<std::filesystem::path>& temples, Diagnostics& diagnostics) {
  // An id names one card among all: flags and tables list prophecies and temples side by side.
  std::map<std::string, Diagnostic> id_places;
  Deck deck;
  if (prophecies) deck.prophecies = ReadProphecies(*prophecies, id_places, diagnostics);
  if (temples) deck.temples = ReadTemples(*temples, id_places, diagnostics);
  return deck;
}

}  // namespace prestige::coatl
