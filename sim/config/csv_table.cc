#include "sim/config/csv_table.h"

#include <csv.h>

#include <algorithm>
#include <new>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"

namespace prestige {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Position {
  size_t line = 1;
  size_t column = 1;
};

// Moves a position over the text, one byte at a time.
class Cursor {
 public:
  Position position() const { return position_; }

  void Advance(char byte) {
    const bool starts_character = (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
    if (byte == '\n' && after_carriage_return_) {
      position_.column = 1;
    } else if (byte == '\n' || byte == '\r') {
      ++position_.line;
      position_.column = 1;
    } else if (starts_character) {
      ++position_.column;
    }
    after_carriage_return_ = byte == '\r';
  }

 private:
  Position position_;
  bool after_carriage_return_ = false;
};

// libcsv parses; fed one byte at a time, it tells with each byte whether a cell or a row ended
// there.
class Parser {
 public:
  Parser(const std::string& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
  }
  ~Parser() { csv_free(&parser_); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  std::vector<std::vector<CsvCell>> Parse(std::string_view text, char delimiter) {
    csv_set_delim(&parser_, static_cast<unsigned char>(delimiter));
    for (const char byte : text) {
      const bool blank = byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
      if (before_cell_ && !blank) {
        cell_start_ = cursor_.position();
        if (byte == '"') ++cell_start_.column;
        before_cell_ = false;
      }
      if (csv_parse(&parser_, &byte, 1, OnCell, OnRow, this) != 1) {
        diagnostics_.push_back({file_, cursor_.position().line, cursor_.position().column,
                                "a quotation mark stands only around a whole cell; inside a quoted "
                                "cell it is written twice"});
        return std::move(rows_);
      }
      cursor_.Advance(byte);
    }
    if (csv_fini(&parser_, OnCell, OnRow, this) != 0) {
      diagnostics_.push_back({file_, cell_start_.line, cell_start_.column - 1,
                              "the quotation mark that opens this cell is never closed"});
    }
    return std::move(rows_);
  }

 private:
  static void OnCell(void* bytes, size_t size, void* self) {
    static_cast<Parser*>(self)->AddCell({static_cast<const char*>(bytes), size});
  }
  static void OnRow(int, void* self) { static_cast<Parser*>(self)->EndRow(); }

  void AddCell(std::string_view text) {
    const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const size_t end = text.find_last_not_of(" \t") + 1;
    if (before_cell_) cell_start_ = cursor_.position();  // an empty cell at the row's end
    CsvCell cell;
    if (begin < end) cell.text = text.substr(begin, end - begin);
    cell.line = cell_start_.line;
    cell.column = cell_start_.column + begin;
    row_.push_back(std::move(cell));
    before_cell_ = true;
  }

  void EndRow() {
    rows_.push_back(std::move(row_));
    row_.clear();
  }

  const std::string& file_;
  Diagnostics& diagnostics_;
  csv_parser parser_{};
  Cursor cursor_;
  bool before_cell_ = true;  // no byte of the next cell has come yet
  Position cell_start_;
  std::vector<CsvCell> row_;
  std::vector<std::vector<CsvCell>> rows_;
};

bool IsEmpty(const std::vector<CsvCell>& row) {
  return std::all_of(row.begin(), row.end(), [](const CsvCell& cell) { return cell.text.empty(); });
}

bool CheckUtf8(const std::string& file, std::string_view text, Diagnostics& diagnostics) {
  Cursor cursor;
  while (!text.empty()) {
    const size_t size = Utf8CharacterSize(text);
    if (size == 0 || text[0] == '\0') {
      diagnostics.push_back({file, cursor.position().line, cursor.position().column,
                             "this is no UTF-8 text; save the table as \"CSV UTF-8\""});
      return false;
    }
    for (const char byte : text.substr(0, size)) cursor.Advance(byte);
    text.remove_prefix(size);
  }
  return true;
}

// Where each column of the schema stands in the file.
std::vector<std::optional<size_t>> FindColumns(const std::string& file,
                                               const std::vector<CsvCell>& header,
                                               const CsvSchema& schema, Diagnostics& diagnostics) {
  std::vector<std::string_view> names(schema.required.begin(), schema.required.end());
  names.insert(names.end(), schema.optional.begin(), schema.optional.end());
  std::vector<std::optional<size_t>> columns(names.size());
  for (size_t i = 0; i < header.size(); ++i) {
    const CsvCell& cell = header[i];
    if (cell.text.empty()) continue;
    const auto name = std::find(names.begin(), names.end(), cell.text);
    if (name == names.end()) {
      diagnostics.push_back(
          {file, cell.line, cell.column,
           absl::StrCat("unknown column ", Quoted(cell.text), "; allowed: ",
                        absl::StrJoin(names, ", ",
                                      [](std::string* out, std::string_view s) { out->append(s); }),
                        DidYouMean(cell.text, names))});
      continue;
    }
    std::optional<size_t>& column = columns[static_cast<size_t>(name - names.begin())];
    if (column) {
      diagnostics.push_back({file, cell.line, cell.column,
                             absl::StrCat("column ", Quoted(cell.text), " is there twice")});
    } else {
      column = i;
    }
  }
  for (size_t i = 0; i < schema.required.size(); ++i) {
    if (columns[i]) continue;
    diagnostics.push_back({file, header.empty() ? 1 : header.front().line, 0,
                           absl::StrCat("column '", std::string(names[i]), "' is missing")});
  }
  return columns;
}

}  // namespace

std::vector<CsvRow> ReadCsv(const std::string& file, std::string_view text, const CsvSchema& schema,
                            Diagnostics& diagnostics) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  if (!CheckUtf8(file, text, diagnostics)) return {};

  // Where the comma is the decimal sign, spreadsheets put `;` between the cells.
  const size_t first = std::min(text.find_first_not_of("\r\n"), text.size());
  const std::string_view first_line = text.substr(first, text.find_first_of("\r\n", first) - first);
  const bool semicolons = first_line.find(';') != std::string_view::npos &&
                          first_line.find(',') == std::string_view::npos;
  const std::vector<std::vector<CsvCell>> lines =
      Parser(file, diagnostics).Parse(text, semicolons ? ';' : ',');

  const std::vector<CsvCell> header = lines.empty() ? std::vector<CsvCell>{} : lines.front();
  const auto columns = FindColumns(file, header, schema, diagnostics);
  std::vector<CsvRow> rows;
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::vector<CsvCell>& line = lines[i];
    if (IsEmpty(line)) continue;
    CsvRow row{line.front().line, {}};
    for (const std::optional<size_t>& column : columns) {
      if (!column) {
        row.cells.emplace_back();
      } else if (*column < line.size()) {
        row.cells.emplace_back(line[*column]);
      } else {
        row.cells.emplace_back(CsvCell{"", row.line, 0});
      }
    }
    for (size_t k = 0; k < line.size(); ++k) {
      if (!line[k].text.empty() && (k >= header.size() || header[k].text.empty())) {
        diagnostics.push_back(
            {file, line[k].line, line[k].column,
             absl::StrCat(Quoted(line[k].text), " stands in a column without a name")});
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace prestige
