#include "sim/config/card_cells.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"

namespace prestige {

std::optional<size_t> ParseCardNumber(std::string_view text) {
  const bool digits = !text.empty() && text.size() <= 9 &&
                      text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!digits || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  size_t number = 0;
  for (const char digit : text) number = number * 10 + static_cast<size_t>(digit - '0');
  return number;
}

std::optional<std::string> ReadCardFile(const std::filesystem::path& path,
                                        Diagnostics& diagnostics) {
  auto text = ReadTextFile(path);
  if (auto* unreadable = std::get_if<Diagnostic>(&text)) {
    diagnostics.push_back(std::move(*unreadable));
    return std::nullopt;
  }
  return std::get<std::string>(std::move(text));
}

Diagnostic TooManyCards(const std::string& file, size_t line, std::string_view what, size_t limit) {
  return {file, line, 0,
          absl::StrCat("with this row there are more than ", limit, " ", std::string(what),
                       "; allowed: ", limit, " in all")};
}

CardCells::CardCells(std::string file, Diagnostics& diagnostics)
    : file_(std::move(file)), diagnostics_(diagnostics) {}

void CardCells::Report(const CsvCell& cell, size_t offset, std::string message) {
  const size_t column = cell.column == 0 ? 0 : cell.column + offset;
  diagnostics_.push_back({file_, cell.line, column, std::move(message)});
}

std::string CardCells::Id(const std::optional<CsvCell>& cell, IdPlaces& places,
                          std::span<const std::string_view> reserved) {
  if (!cell) return "";
  constexpr std::string_view kAllowed = "allowed: one or more of A-Z, a-z, 0-9, '_', '.' and '-'";
  const std::string& id = cell->text;
  const bool good = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  });
  if (!good) {
    Report(*cell, 0, absl::StrCat("id is ", Quoted(id), "; ", std::string(kAllowed)));
    return "";
  }
  if (std::find(reserved.begin(), reserved.end(), id) != reserved.end()) {
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

std::optional<uint8_t> CardCells::Number(const std::optional<CsvCell>& cell,
                                         std::string_view column, size_t least, size_t most) {
  if (!cell) return std::nullopt;
  const std::optional<size_t> number = ParseCardNumber(cell->text);
  if (!number || *number < least || *number > most) {
    Report(*cell, 0,
           absl::StrCat(std::string(column), " is ", Quoted(cell->text),
                        "; allowed: a whole number from ", least, " to ", most));
    return std::nullopt;
  }
  return static_cast<uint8_t>(*number);
}

std::optional<size_t> CardCells::Name(const std::optional<CsvCell>& cell, std::string_view column,
                                      std::span<const std::string_view> allowed) {
  if (!cell) return std::nullopt;
  const auto name = std::find(allowed.begin(), allowed.end(), cell->text);
  if (name == allowed.end()) {
    const std::string names = absl::StrJoin(
        allowed, ", ", [](std::string* out, std::string_view text) { out->append(text); });
    Report(*cell, 0,
           absl::StrCat(std::string(column), " is ", Quoted(cell->text), "; allowed: ", names,
                        DidYouMean(cell->text, allowed)));
    return std::nullopt;
  }
  return static_cast<size_t>(name - allowed.begin());
}

}  // namespace prestige
