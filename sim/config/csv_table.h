#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/diagnostic.h"

namespace prestige {

// A cell as a spreadsheet shows it: without quotes, without spaces around it.
struct CsvCell {
  std::string text;
  size_t line = 0;
  size_t column = 0;  // of the first character of `text`
};

struct CsvRow {
  size_t line = 0;
  // In the order of the schema: required columns, then optional ones. None for a column that the
  // file does not have.
  std::vector<std::optional<CsvCell>> cells;
};

struct CsvSchema {
  std::span<const std::string_view> required;
  std::span<const std::string_view> optional;
};

// Reads a table with a header line: RFC 4180 quotes, any line ends, a UTF-8 byte order mark; `;`
// between the cells when the header has `;` and no `,`. Empty rows and empty columns are left out.
// Whatever is wrong goes to `diagnostics` (unknown, double or missing columns, cells outside the
// columns, broken quotes, no UTF-8); the rows that could be read are returned all the same, so that
// their cells can be checked too.
std::vector<CsvRow> ReadCsv(const std::string& file, std::string_view text, const CsvSchema& schema,
                            Diagnostics& diagnostics);

}  // namespace prestige
