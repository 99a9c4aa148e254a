#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "sim/output/parquet_writer.h"
#include "sim/play/schedule.h"
#include "sim/record/chunk.h"
#include "sim/run/tally.h"

namespace prestige {

// Grows when the meaning of a column changes.
inline constexpr int kSchemaVersion = 1;

// The rows of some blocks in a row: what one file of each table holds.
struct PartRows {
  std::vector<GameRow> games;
  std::vector<SeatRow> seats;
  std::vector<CoatlRow> coameh;
  std::vector<EventRow> events;

  void Append(const Chunk& chunk);
};

// Writes a table as one file, as the page on the run folder describes it. The folder exists.
struct TableWriter {
  const Schedule& schedule;
  const RecordLayout& layout;
  ParquetWriter::Metadata metadata;

  absl::Status Games(const std::string& path, const PartRows& rows) const;
  absl::Status Seats(const std::string& path, const PartRows& rows) const;
  absl::Status Coameh(const std::string& path, const PartRows& rows) const;
  absl::Status Events(const std::string& path, const PartRows& rows) const;
  absl::Status Cards(const std::string& path, const Tally& tally) const;
  absl::Status Pairs(const std::string& path, const Tally& tally) const;
};

// The columns of events/*.parquet.
std::vector<ColumnSpec> EventColumns();

}  // namespace prestige
