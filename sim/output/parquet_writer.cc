#include "sim/output/parquet_writer.h"

#include <arrow/api.h>
#include <arrow/io/file.h>
#include <parquet/arrow/writer.h>
#include <parquet/exception.h>
#include <parquet/properties.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <limits>
#include <system_error>
#include <type_traits>

#include "absl/strings/str_cat.h"

namespace prestige {
namespace {

template <ColumnType type>
using ValuesOf = std::variant_alternative_t<static_cast<size_t>(type), Column>;
static_assert(std::is_same_v<ValuesOf<ColumnType::kUint8>, std::vector<uint8_t>>);
static_assert(std::is_same_v<ValuesOf<ColumnType::kInt16>, std::vector<int16_t>>);
static_assert(std::is_same_v<ValuesOf<ColumnType::kInt32>, std::vector<int32_t>>);
static_assert(std::is_same_v<ValuesOf<ColumnType::kInt64>, std::vector<int64_t>>);
static_assert(std::is_same_v<ValuesOf<ColumnType::kDouble>, std::vector<double>>);
static_assert(std::is_same_v<ValuesOf<ColumnType::kText>, TextColumn>);
static_assert(std::is_same_v<ValuesOf<ColumnType::kTextList>, ListColumn<TextColumn>>);
static_assert(std::is_same_v<ValuesOf<ColumnType::kInt64List>, ListColumn<std::vector<int64_t>>>);

absl::Status WriteError(const std::string& path, std::string_view reason) {
  return absl::UnavailableError(
      absl::StrCat("cannot write ", path, ": ", absl::string_view(reason.data(), reason.size())));
}

absl::Status ToAbsl(const std::string& path, const arrow::Status& status) {
  if (status.ok()) return absl::OkStatus();
  // The detail has the system's reason, such as "No space left on device".
  const auto& detail = status.detail();
  return WriteError(path, detail == nullptr
                              ? status.message()
                              : absl::StrCat(status.message(), ": ", detail->ToString()));
}

// Runs a call into Parquet, which reports some errors as a status and throws others.
template <class Call>
absl::Status Guarded(const std::string& path, const Call& call) {
  try {
    return ToAbsl(path, call());
  } catch (const parquet::ParquetException& error) {
    return WriteError(path, error.what());
  }
}

std::shared_ptr<arrow::DataType> ListOf(std::shared_ptr<arrow::DataType> item_type) {
  return arrow::list(arrow::field("item", std::move(item_type), /*nullable=*/false));
}

std::shared_ptr<arrow::DataType> ArrowType(ColumnType type) {
  switch (type) {
    case ColumnType::kUint8:
      return arrow::uint8();
    case ColumnType::kInt16:
      return arrow::int16();
    case ColumnType::kInt32:
      return arrow::int32();
    case ColumnType::kInt64:
      return arrow::int64();
    case ColumnType::kDouble:
      return arrow::float64();
    case ColumnType::kText:
      return arrow::utf8();
    case ColumnType::kTextList:
      return ListOf(arrow::utf8());
    case ColumnType::kInt64List:
      return ListOf(arrow::int64());
  }
  return nullptr;
}

// Arrow arrays that look into our columns without a copy: the columns outlive them.
template <class T>
std::shared_ptr<arrow::ArrayData> Wrap(const std::vector<T>& values,
                                       const std::shared_ptr<arrow::DataType>& type) {
  return arrow::ArrayData::Make(type, static_cast<int64_t>(values.size()),
                                {nullptr, arrow::Buffer::Wrap(values)}, /*null_count=*/0);
}

std::shared_ptr<arrow::ArrayData> Wrap(const TextColumn& column,
                                       const std::shared_ptr<arrow::DataType>& type) {
  return arrow::ArrayData::Make(type, static_cast<int64_t>(column.size()),
                                {nullptr, arrow::Buffer::Wrap(column.Offsets()),
                                 arrow::Buffer::Wrap(column.Bytes().data(), column.Bytes().size())},
                                /*null_count=*/0);
}

template <class Values>
std::shared_ptr<arrow::ArrayData> Wrap(const ListColumn<Values>& column,
                                       const std::shared_ptr<arrow::DataType>& type) {
  return arrow::ArrayData::Make(type, static_cast<int64_t>(column.size()),
                                {nullptr, arrow::Buffer::Wrap(column.Offsets())},
                                {Wrap(column.Items(), type->field(0)->type())}, /*null_count=*/0);
}

// Whether 32-bit offsets can address what a column holds.
constexpr size_t kMaxOffset = std::numeric_limits<int32_t>::max();

template <class T>
bool OffsetsFit(const std::vector<T>&) {
  return true;
}
bool OffsetsFit(const TextColumn& column) { return column.Bytes().size() <= kMaxOffset; }
template <class Values>
bool OffsetsFit(const ListColumn<Values>& column) {
  return column.Items().size() <= kMaxOffset && OffsetsFit(column.Items());
}

}  // namespace

class ParquetWriter::Impl {
 public:
  explicit Impl(std::string path) : path_(std::move(path)), partial_path_(path_ + ".partial") {}

  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  ~Impl() {
    if (file_ == nullptr) return;
    // Not closed: what is there is not wanted, so errors on the way out do not matter either. The
    // file goes first, then its writer, whose destructor would complete the footer.
    std::error_code ignored;
    std::filesystem::remove(partial_path_, ignored);
    static_cast<void>(Guarded(path_, [this] {
      writer_.reset();
      return file_->Close();
    }));
  }

  absl::Status Open(const std::vector<ColumnSpec>& schema, const Metadata& metadata) {
    arrow::FieldVector fields;
    for (const ColumnSpec& column : schema) {
      fields.push_back(arrow::field(column.name, ArrowType(column.type), /*nullable=*/false));
    }
    schema_ = arrow::schema(fields);
    const auto key_values = std::make_shared<arrow::KeyValueMetadata>();
    for (const auto& [key, value] : metadata) key_values->Append(key, value);

    return Guarded(path_, [&] {
      ARROW_ASSIGN_OR_RAISE(file_, arrow::io::FileOutputStream::Open(partial_path_));
      // Level 1: the size of the files hardly falls above it, the time to write them rises.
      const auto properties = parquet::WriterProperties::Builder()
                                  .compression(arrow::Compression::ZSTD)
                                  ->compression_level(1)
                                  ->build();
      ARROW_ASSIGN_OR_RAISE(
          writer_, parquet::arrow::FileWriter::Open(*schema_, arrow::default_memory_pool(), file_,
                                                    properties));
      return writer_->AddKeyValueMetadata(key_values);
    });
  }

  absl::Status WriteRowGroup(const std::vector<Column>& columns) {
    if (absl::Status status = CheckColumns(columns); !status.ok()) return status;
    if (columns.empty() || RowCount(columns[0]) == 0) return absl::OkStatus();
    const auto rows = static_cast<int64_t>(RowCount(columns[0]));
    return Guarded(path_, [&] {
      std::vector<std::shared_ptr<arrow::Array>> arrays;
      for (size_t i = 0; i < columns.size(); ++i) {
        const auto& type = schema_->field(static_cast<int>(i))->type();
        arrays.push_back(arrow::MakeArray(
            std::visit([&](const auto& values) { return Wrap(values, type); }, columns[i])));
      }
      return writer_->WriteTable(*arrow::Table::Make(schema_, arrays, rows), rows);
    });
  }

  absl::Status Close() {
    if (file_ == nullptr) return absl::FailedPreconditionError(path_ + " is already closed");
    absl::Status status = Guarded(path_, [this] {
      ARROW_RETURN_NOT_OK(writer_->Close());
      writer_.reset();
      if (fsync(file_->file_descriptor()) != 0) {
        return arrow::Status::IOError(std::generic_category().message(errno));
      }
      return file_->Close();
    });
    if (!status.ok()) return status;
    file_.reset();
    std::error_code error;
    std::filesystem::rename(partial_path_, path_, error);
    return error ? WriteError(path_, error.message()) : absl::OkStatus();
  }

 private:
  absl::Status CheckColumns(const std::vector<Column>& columns) const {
    if (file_ == nullptr) return absl::FailedPreconditionError(path_ + " is already closed");
    const auto expected = static_cast<size_t>(schema_->num_fields());
    if (columns.size() != expected) {
      return absl::InvalidArgumentError(
          absl::StrCat(path_, ": ", columns.size(), " columns given, the schema has ", expected));
    }
    for (size_t i = 0; i < columns.size(); ++i) {
      const arrow::Field& field = *schema_->field(static_cast<int>(i));
      if (!ArrowType(TypeOf(columns[i]))->Equals(field.type())) {
        return absl::InvalidArgumentError(absl::StrCat(path_, ": column ", field.name(),
                                                       " is not of the schema's type ",
                                                       field.type()->ToString()));
      }
      if (RowCount(columns[i]) != RowCount(columns[0])) {
        return absl::InvalidArgumentError(
            absl::StrCat(path_, ": column ", field.name(), " has ", RowCount(columns[i]),
                         " rows, the first column ", RowCount(columns[0])));
      }
      if (!std::visit([](const auto& values) { return OffsetsFit(values); }, columns[i])) {
        return absl::InvalidArgumentError(
            absl::StrCat(path_, ": column ", field.name(), " is too large for one row group"));
      }
    }
    return absl::OkStatus();
  }

  std::string path_;
  std::string partial_path_;
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::io::FileOutputStream> file_;  // null once closed
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
};

ParquetWriter::ParquetWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ParquetWriter::ParquetWriter(ParquetWriter&&) noexcept = default;
ParquetWriter& ParquetWriter::operator=(ParquetWriter&&) noexcept = default;
ParquetWriter::~ParquetWriter() = default;

absl::StatusOr<ParquetWriter> ParquetWriter::Create(const std::string& path,
                                                    const std::vector<ColumnSpec>& schema,
                                                    const Metadata& metadata) {
  auto impl = std::make_unique<Impl>(path);
  if (absl::Status status = impl->Open(schema, metadata); !status.ok()) return status;
  return ParquetWriter(std::move(impl));
}

absl::Status ParquetWriter::WriteRowGroup(const std::vector<Column>& columns) {
  return impl_->WriteRowGroup(columns);
}

absl::Status ParquetWriter::Close() { return impl_->Close(); }

}  // namespace prestige
