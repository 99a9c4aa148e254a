#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace prestige {

// Rows as they are gathered before they are written: one contiguous column a field, without a heap
// allocation a value, in the layout that the file writer takes over as it is. No value is ever
// null.

// Texts, one a row.
class TextColumn {
 public:
  size_t size() const { return offsets_.size() - 1; }
  void Append(std::string_view text) {
    bytes_.append(text);
    offsets_.push_back(static_cast<int32_t>(bytes_.size()));
  }

  // All texts one after the other; row i is bytes [Offsets()[i], Offsets()[i + 1]). Offsets are of
  // 32 bits: at most 2 GiB of text in one column, which the file writer checks.
  const std::string& Bytes() const { return bytes_; }
  const std::vector<int32_t>& Offsets() const { return offsets_; }

 private:
  std::string bytes_;
  std::vector<int32_t> offsets_{0};
};

// A list a row. Values is the column that holds the items of all rows: TextColumn or std::vector.
template <class Values>
class ListColumn {
 public:
  size_t size() const { return offsets_.size() - 1; }

  // The items of the row at hand are appended here, then EndRow closes it.
  Values& Items() { return items_; }
  void EndRow() { offsets_.push_back(static_cast<int32_t>(items_.size())); }

  // Row i is items [Offsets()[i], Offsets()[i + 1]).
  const Values& Items() const { return items_; }
  const std::vector<int32_t>& Offsets() const { return offsets_; }

 private:
  Values items_;
  std::vector<int32_t> offsets_{0};
};

// The types a column can have, in the order of Column's alternatives.
enum class ColumnType : uint8_t {
  kUint8,
  kInt16,
  kInt32,
  kInt64,
  kDouble,
  kText,
  kTextList,
  kInt64List,
};

using Column = std::variant<std::vector<uint8_t>, std::vector<int16_t>, std::vector<int32_t>,
                            std::vector<int64_t>, std::vector<double>, TextColumn,
                            ListColumn<TextColumn>, ListColumn<std::vector<int64_t>>>;

inline ColumnType TypeOf(const Column& column) { return static_cast<ColumnType>(column.index()); }

inline size_t RowCount(const Column& column) {
  return std::visit([](const auto& values) { return values.size(); }, column);
}

// The name and type of a file's column.
struct ColumnSpec {
  std::string name;
  ColumnType type;
};

}  // namespace prestige
