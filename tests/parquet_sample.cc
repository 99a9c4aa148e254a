// Writes a file with a column of every type, which tests/python/test_parquet.py reads back:
//   parquet_sample FILE

#include <cstdint>
#include <iostream>
#include <limits>
#include <string>

#include "sim/output/parquet_writer.h"

namespace prestige {
namespace {

absl::Status WriteSample(const std::string& path) {
  auto writer = ParquetWriter::Create(path,
                                      {{"tiny", ColumnType::kUint8},
                                       {"small", ColumnType::kInt16},
                                       {"medium", ColumnType::kInt32},
                                       {"large", ColumnType::kInt64},
                                       {"real", ColumnType::kDouble},
                                       {"text", ColumnType::kText},
                                       {"texts", ColumnType::kTextList},
                                       {"numbers", ColumnType::kInt64List}},
                                      {{"schema_version", "1"}, {"seed", "42"}});
  if (!writer.ok()) return writer.status();
  // Row i of row group g holds the same numbers in each type, and i items in its lists.
  for (int64_t group = 0; group < 2; ++group) {
    std::vector<uint8_t> tiny;
    std::vector<int16_t> small;
    std::vector<int32_t> medium;
    std::vector<int64_t> large;
    std::vector<double> real;
    TextColumn text;
    ListColumn<TextColumn> texts;
    ListColumn<std::vector<int64_t>> numbers;
    for (int64_t i = 0; i < 3; ++i) {
      tiny.push_back(static_cast<uint8_t>(255 - i));
      small.push_back(static_cast<int16_t>(std::numeric_limits<int16_t>::min() + i));
      medium.push_back(static_cast<int32_t>(std::numeric_limits<int32_t>::min() + i));
      large.push_back(std::numeric_limits<int64_t>::max() - i);
      real.push_back(static_cast<double>(i) / 4);
      text.Append(group == 0 ? "Cóatl" : "");
      for (int64_t k = 0; k < i; ++k) {
        texts.Items().Append("P0" + std::to_string(k));
        numbers.Items().push_back(100 * group + k);
      }
      texts.EndRow();
      numbers.EndRow();
    }
    const absl::Status status =
        writer->WriteRowGroup({tiny, small, medium, large, real, text, texts, numbers});
    if (!status.ok()) return status;
  }
  return writer->Close();
}

}  // namespace
}  // namespace prestige

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: parquet_sample FILE\n";
    return 2;
  }
  const absl::Status status = prestige::WriteSample(argv[1]);
  if (!status.ok()) {
    std::cerr << status << "\n";
    return 1;
  }
  return 0;
}
