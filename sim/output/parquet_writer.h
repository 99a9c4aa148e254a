#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/output/columns.h"

namespace prestige {

// Writes one Parquet file, row group by row group. The bytes are a function of the schema, the
// metadata, the rows and how they are divided into row groups, and of nothing else.
//
// The file grows under its name with ".partial" appended and gets its own name in Close, after its
// contents have reached the disk: a file under its final name is always whole. A writer destroyed
// before Close removes the partial file; a killed program leaves it, and the next Create replaces
// it.
class ParquetWriter {
 public:
  // Key and value pairs for the file's footer, in the order given.
  using Metadata = std::vector<std::pair<std::string, std::string>>;

  // The folder must exist. A file of that name stays as it is until Close replaces it.
  static absl::StatusOr<ParquetWriter> Create(const std::string& path,
                                              const std::vector<ColumnSpec>& schema,
                                              const Metadata& metadata);

  ParquetWriter(ParquetWriter&&) noexcept;
  ParquetWriter& operator=(ParquetWriter&&) noexcept;
  ~ParquetWriter();

  // Writes the rows as one row group (nothing if there are none). The columns are those of the
  // schema, in its order, all of one length. After an error the file cannot be completed.
  absl::Status WriteRowGroup(const std::vector<Column>& columns);

  // Completes the file and gives it its name. To be called once, after which nothing can be
  // written.
  absl::Status Close();

 private:
  class Impl;
  explicit ParquetWriter(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace prestige
