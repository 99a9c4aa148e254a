#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/config/csv_table.h"
#include "sim/config/diagnostic.h"

namespace prestige {

// A number written in digits alone, without a leading zero, of at most nine digits.
std::optional<size_t> ParseCardNumber(std::string_view text);

// The whole of a deck file; if it cannot be read, one more diagnostic.
std::optional<std::string> ReadCardFile(const std::filesystem::path& path,
                                        Diagnostics& diagnostics);

// `line` is that of the first card beyond the limit.
Diagnostic TooManyCards(const std::string& file, size_t line, std::string_view what, size_t limit);

// Where each id was first read: an id names one card among all of a game, for flags and tables list
// its decks side by side.
using IdPlaces = std::map<std::string, Diagnostic>;

// Reads the cells of one deck file that every game has, and collects what is wrong with them. A
// cell that the table lacks has been reported.
class CardCells {
 public:
  CardCells(std::string file, Diagnostics& diagnostics);

  const std::string& file() const { return file_; }
  void Report(const CsvCell& cell, size_t offset, std::string message);

  // Empty if it is no good. `reserved` are ids that have a meaning of their own.
  std::string Id(const std::optional<CsvCell>& cell, IdPlaces& places,
                 std::span<const std::string_view> reserved);
  std::optional<uint8_t> Number(const std::optional<CsvCell>& cell, std::string_view column,
                                size_t least, size_t most);
  // The index of a name in `allowed`.
  std::optional<size_t> Name(const std::optional<CsvCell>& cell, std::string_view column,
                             std::span<const std::string_view> allowed);

 private:
  std::string file_;
  Diagnostics& diagnostics_;
};

}  // namespace prestige
