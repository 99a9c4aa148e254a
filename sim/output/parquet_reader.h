#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/output/columns.h"

namespace prestige {

// Reads a file that ParquetWriter wrote: the columns of the schema, which must be the file's own in
// its order, with the rows of all row groups. The error says why it cannot be read.
absl::StatusOr<std::vector<Column>> ReadParquet(const std::string& path,
                                                const std::vector<ColumnSpec>& schema);

}  // namespace prestige
