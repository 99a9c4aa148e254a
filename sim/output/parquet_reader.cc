#include "sim/output/parquet_reader.h"

#include <arrow/api.h>
#include <arrow/io/file.h>
#include <parquet/arrow/reader.h>
#include <parquet/exception.h>

#include <memory>
#include <string_view>
#include <type_traits>

#include "absl/strings/str_cat.h"

namespace prestige {
namespace {

absl::Status ReadError(const std::string& path, const std::string& reason) {
  return absl::DataLossError(absl::StrCat("cannot read ", path, ": ", reason));
}

// Appends the values of an array whose type has been checked.
template <class T>
void Append(const arrow::Array& array, std::vector<T>* values) {
  using ArrowArray = typename arrow::CTypeTraits<T>::ArrayType;
  const auto& typed = static_cast<const ArrowArray&>(array);
  values->insert(values->end(), typed.raw_values(), typed.raw_values() + typed.length());
}

void Append(const arrow::Array& array, TextColumn* texts) {
  const auto& typed = static_cast<const arrow::StringArray&>(array);
  for (int64_t i = 0; i < typed.length(); ++i) texts->Append(typed.GetView(i));
}

template <class Values>
void Append(const arrow::Array& array, ListColumn<Values>* lists) {
  const auto& typed = static_cast<const arrow::ListArray&>(array);
  for (int64_t i = 0; i < typed.length(); ++i) {
    Append(*typed.value_slice(i), &lists->Items());
    lists->EndRow();
  }
}

Column EmptyColumn(ColumnType type) {
  switch (type) {
    case ColumnType::kUint8:
      return std::vector<uint8_t>();
    case ColumnType::kInt16:
      return std::vector<int16_t>();
    case ColumnType::kInt32:
      return std::vector<int32_t>();
    case ColumnType::kInt64:
      return std::vector<int64_t>();
    case ColumnType::kDouble:
      return std::vector<double>();
    case ColumnType::kText:
      return TextColumn();
    case ColumnType::kTextList:
      return ListColumn<TextColumn>();
    case ColumnType::kInt64List:
      return ListColumn<std::vector<int64_t>>();
  }
  return {};
}

// Whether an array of this type is what a column of ours holds.
template <class T>
bool Fits(const arrow::DataType& type, const std::vector<T>&) {
  return type.id() == arrow::CTypeTraits<T>::ArrowType::type_id;
}
bool Fits(const arrow::DataType& type, const TextColumn&) {
  return type.id() == arrow::Type::STRING;
}
template <class Values>
bool Fits(const arrow::DataType& type, const ListColumn<Values>& column) {
  return type.id() == arrow::Type::LIST && Fits(*type.field(0)->type(), column.Items());
}

arrow::Result<std::shared_ptr<arrow::Table>> ReadTable(const std::string& path) {
  ARROW_ASSIGN_OR_RAISE(const auto file, arrow::io::ReadableFile::Open(path));
  ARROW_ASSIGN_OR_RAISE(const auto reader,
                        parquet::arrow::OpenFile(file, arrow::default_memory_pool()));
  return reader->ReadTable();
}

}  // namespace

absl::StatusOr<std::vector<Column>> ReadParquet(const std::string& path,
                                                const std::vector<ColumnSpec>& schema) {
  std::shared_ptr<arrow::Table> table;
  try {
    arrow::Result<std::shared_ptr<arrow::Table>> result = ReadTable(path);
    if (!result.ok()) return ReadError(path, result.status().message());
    table = *std::move(result);
  } catch (const parquet::ParquetException& error) {
    return ReadError(path, error.what());
  }
  if (static_cast<size_t>(table->num_columns()) != schema.size()) {
    return ReadError(path,
                     absl::StrCat(table->num_columns(), " columns instead of ", schema.size()));
  }
  std::vector<Column> columns;
  for (size_t i = 0; i < schema.size(); ++i) {
    Column column = EmptyColumn(schema[i].type);
    const arrow::Field& field = *table->schema()->field(static_cast<int>(i));
    const bool fits =
        field.name() == schema[i].name &&
        std::visit([&](const auto& values) { return Fits(*field.type(), values); }, column);
    if (!fits) {
      return ReadError(path,
                       absl::StrCat("column ", field.name(), " of type ", field.type()->ToString(),
                                    " instead of ", schema[i].name));
    }
    for (const auto& chunk : table->column(static_cast<int>(i))->chunks()) {
      std::visit([&](auto& values) { Append(*chunk, &values); }, column);
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace prestige
