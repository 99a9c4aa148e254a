#include "sim/run/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/core/event.h"
#include "sim/config/content_hash.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"
#include "sim/output/parquet_reader.h"

namespace prestige {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kRunJson = "run.json";
constexpr std::string_view kPartialRunJson = "run.json.partial";
constexpr std::string_view kState = "checkpoint/state.parquet";
// All that a run writes.
constexpr std::array<std::string_view, 9> kFolders{"games",      "seats",    "cards",
                                                   "pairs",      "coameh",   "events",
                                                   "checkpoint", "run.json", "report.html"};

absl::Status FolderError(const fs::path& path, const std::string& reason) {
  return absl::UnavailableError(absl::StrCat("cannot write to ", DisplayPath(path), ": ", reason));
}

// The state's numbers and texts, by name.
const std::vector<ColumnSpec>& StateColumns() {
  static const std::vector<ColumnSpec> columns{{"name", ColumnType::kText},
                                               {"numbers", ColumnType::kInt64List},
                                               {"texts", ColumnType::kTextList}};
  return columns;
}

constexpr size_t kGameNumbers = 6;
constexpr size_t kSeatNumbers = 6 + kMaxSeatCounts;
constexpr size_t kCoatlNumbers = 6;  // and its cards with their points

// Of all that the state holds: a damaged one must not be gone on with.
int64_t StateHash(const std::vector<int64_t>& numbers, const TextColumn& texts) {
  EventHash hash;
  for (const int64_t number : numbers) hash.Fold(static_cast<uint64_t>(number));
  for (const auto offset : texts.Offsets()) hash.Fold(static_cast<uint64_t>(offset));
  hash.Fold(ContentHash(texts.Bytes()));
  return static_cast<int64_t>(hash.hash);
}

absl::Status IsRun(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path / kRunJson, error)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(DisplayPath(path), ": no run in this folder (",
                                                 error ? error.message() : "it has no run.json",
                                                 ")"));
}

template <class T>
T Narrow(int64_t number) {
  return static_cast<T>(number);
}

}  // namespace

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

RunFolder::~RunFolder() {
  if (lock_ >= 0) close(lock_);
}

absl::StatusOr<RunFolder> RunFolder::Lock(const fs::path& path) {
  const int lock = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) return FolderError(path, std::generic_category().message(errno));
  if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    close(lock);
    return absl::FailedPreconditionError(
        absl::StrCat(DisplayPath(path), " is being written by another run"));
  }
  return RunFolder(path, lock);
}

absl::StatusOr<RunFolder> RunFolder::Create(const fs::path& path, bool force) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return FolderError(path, error.message());
  absl::StatusOr<RunFolder> folder = Lock(path);
  if (!folder.ok()) return folder.status();
  fs::remove(path / kPartialRunJson, error);  // of a run that ended before it began
  if (error) return FolderError(path, error.message());
  const bool empty = fs::is_empty(path, error);
  if (error) return FolderError(path, error.message());
  if (!empty && !fs::exists(path / kRunJson)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--out=", DisplayPath(path),
                     ": the folder is not empty and holds no run; choose another one"));
  }
  if (!empty && !force) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--out=", DisplayPath(path), ": the folder holds a run; --resume=", DisplayPath(path),
        " goes on with it, --force replaces it"));
  }
  // run.json goes last: a folder without it is no run.
  for (const std::string_view name : kFolders) {
    if (name != kRunJson) fs::remove_all(path / name, error);
    if (error) return FolderError(path, error.message());
  }
  fs::remove(path / kRunJson, error);
  if (error) return FolderError(path, error.message());
  return folder;
}

absl::StatusOr<RunFolder> RunFolder::Open(const fs::path& path) {
  if (const absl::Status status = IsRun(path); !status.ok()) return status;
  return Lock(path);
}

absl::StatusOr<RunFolder> RunFolder::Look(const fs::path& path) {
  if (const absl::Status status = IsRun(path); !status.ok()) return status;
  return RunFolder(path, -1);
}

absl::StatusOr<RunFolder::Story> RunFolder::ReadRunJson() const {
  const fs::path file = path_ / kRunJson;
  const auto text = ReadTextFile(file);
  if (const auto* problem = std::get_if<Diagnostic>(&text)) {
    return absl::InvalidArgumentError(ToString(*problem));
  }
  const auto wrong = [&](const std::string& what) {
    return absl::InvalidArgumentError(absl::StrCat(DisplayPath(file), ": ", what));
  };
  try {
    const Json json = Json::parse(std::get<std::string>(text));
    const int version = json.at("schema_version").get<int>();
    if (version != kSchemaVersion) {
      return wrong(absl::StrCat("schema_version is ", version, "; this program knows ",
                                kSchemaVersion, " alone"));
    }
    absl::StatusOr<RunConfig> config = ConfigFromJson(json.at("config"));
    if (!config.ok()) return wrong(std::string(config.status().message()));
    const Json& ruleset = json.at("ruleset");
    return Story{*std::move(config), json.at("config_hash").get<std::string>(),
                 ruleset.at("rules_hash").get<std::string>(),
                 ruleset.at("deck_hash").get<std::string>(),
                 json.at("progress").at("games").get<uint64_t>()};
  } catch (const Json::exception& error) {
    return wrong(absl::StrCat("not the file of a run: ", Printable(error.what())));
  }
}

absl::Status RunFolder::WriteRunJson(const Json& json) const {
  const fs::path file = path_ / kRunJson;
  const fs::path partial = path_ / kPartialRunJson;
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  const int descriptor = open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return FolderError(file, std::generic_category().message(errno));
  size_t written = 0;
  int failed = 0;
  while (written < text.size() && failed == 0) {
    const ssize_t count = write(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno != EINTR) failed = errno;
    if (count > 0) written += static_cast<size_t>(count);
  }
  if (failed == 0 && fsync(descriptor) != 0) failed = errno;
  if (close(descriptor) != 0 && failed == 0) failed = errno;
  std::error_code error;
  if (failed == 0) fs::rename(partial, file, error);
  if (failed != 0 || error) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    return FolderError(file,
                       failed != 0 ? std::generic_category().message(failed) : error.message());
  }
  return absl::OkStatus();
}

absl::Status RunFolder::WritePart(const TableWriter& writer, uint64_t part, const PartRows& rows,
                                  bool full) const {
  const std::string name = absl::StrFormat("part-%06d.parquet", part);
  const auto write = [&](const char* table, absl::Status (TableWriter::*rows_of)(
                                                const std::string&, const PartRows&) const) {
    std::error_code error;
    fs::create_directories(path_ / table, error);
    if (error) return FolderError(path_ / table, error.message());
    return (writer.*rows_of)((path_ / table / name).string(), rows);
  };
  absl::Status status = write("games", &TableWriter::Games);
  if (status.ok()) status = write("seats", &TableWriter::Seats);
  if (status.ok() && full) status = write("coameh", &TableWriter::Coameh);
  if (status.ok() && full) status = write("events", &TableWriter::Events);
  return status;
}

absl::Status RunFolder::WriteSums(const TableWriter& writer, const Tally& tally) const {
  std::error_code error;
  for (const char* table : {"cards", "pairs"}) {
    fs::create_directories(path_ / table, error);
    if (error) return FolderError(path_ / table, error.message());
  }
  const absl::Status status = writer.Cards((path_ / "cards/cards.parquet").string(), tally);
  if (!status.ok()) return status;
  return writer.Pairs((path_ / "pairs/pairs.parquet").string(), tally);
}

absl::Status RunFolder::WriteState(const TableWriter& writer, const Tally& tally,
                                   const PartRows& rows) const {
  std::error_code error;
  fs::create_directories(path_ / "checkpoint", error);
  if (error) return FolderError(path_ / "checkpoint", error.message());
  TextColumn names;
  ListColumn<std::vector<int64_t>> numbers;
  ListColumn<TextColumn> texts;
  const auto end_row = [&](std::string_view name) {
    names.Append(name);
    numbers.EndRow();
    texts.EndRow();
  };
  std::vector<int64_t>& list = numbers.Items();
  list = tally.ToNumbers();
  for (const Tally::Forfeits& forfeits : tally.forfeits()) {
    texts.Items().Append(forfeits.first_reason);
  }
  end_row("tally");
  for (const GameRow& row : rows.games) {
    list.insert(list.end(), {static_cast<int64_t>(row.game_id), static_cast<int64_t>(row.hash),
                             row.decisions, row.turns, row.end, row.ender});
  }
  end_row("games");
  for (const SeatRow& row : rows.seats) {
    list.insert(list.end(),
                {row.line, row.points, row.rank, row.win12, row.turns, row.last_actions});
    list.insert(list.end(), row.counts.begin(), row.counts.end());
  }
  end_row("seats");
  for (const CoatlRow& row : rows.coameh) {
    list.insert(list.end(), {static_cast<int64_t>(row.game_id), row.seat, row.turn, row.points,
                             row.length, static_cast<int64_t>(row.cards.size())});
    list.insert(list.end(), row.cards.begin(), row.cards.end());
    list.insert(list.end(), row.card_points.begin(), row.card_points.end());
    texts.Items().Append(row.pieces);
  }
  end_row("coameh");
  for (const EventRow& row : rows.events) {
    list.insert(list.end(), {static_cast<int64_t>(row.game_id), row.seq});
    texts.Items().Append(row.line);
  }
  end_row("events");
  const int64_t hash = StateHash(list, texts.Items());
  list.push_back(hash);
  end_row("hash");
  std::vector<Column> columns;
  columns.emplace_back(std::move(names));
  columns.emplace_back(std::move(numbers));
  columns.emplace_back(std::move(texts));
  absl::StatusOr<ParquetWriter> file =
      ParquetWriter::Create((path_ / kState).string(), StateColumns(), writer.metadata);
  if (!file.ok()) return file.status();
  if (absl::Status status = file->WriteRowGroup(columns); !status.ok()) return status;
  return file->Close();
}

absl::StatusOr<bool> RunFolder::ReadState(Tally* tally, PartRows* rows) const {
  const fs::path file = path_ / kState;
  std::error_code error;
  if (!fs::exists(file, error)) return false;
  const absl::StatusOr<std::vector<Column>> columns = ReadParquet(file.string(), StateColumns());
  if (!columns.ok()) return columns.status();
  const auto& numbers = std::get<ListColumn<std::vector<int64_t>>>((*columns)[1]);
  const auto& texts = std::get<ListColumn<TextColumn>>((*columns)[2]);
  const absl::Status damaged =
      absl::DataLossError(absl::StrCat(DisplayPath(file), " is damaged or of another run"));
  if (numbers.size() != 6 || numbers.Items().empty() ||
      numbers.Items().back() !=
          StateHash({numbers.Items().begin(), numbers.Items().end() - 1}, texts.Items())) {
    return damaged;
  }
  const auto row = [&](size_t i) {
    const auto begin = static_cast<size_t>(numbers.Offsets()[i]);
    const auto end = static_cast<size_t>(numbers.Offsets()[i + 1]);
    return std::span(numbers.Items()).subspan(begin, end - begin);
  };
  auto text = static_cast<size_t>(texts.Offsets()[0]);
  const auto next_text = [&] {
    const TextColumn& all = texts.Items();
    const auto begin = static_cast<size_t>(all.Offsets()[text]);
    const auto end = static_cast<size_t>(all.Offsets()[text + 1]);
    ++text;
    return all.Bytes().substr(begin, end - begin);
  };
  const auto games = row(1);
  const auto seats = row(2);
  auto coameh = row(3);
  const auto events = row(4);
  if (!tally->FromNumbers(row(0)) || games.size() % kGameNumbers != 0 ||
      seats.size() % kSeatNumbers != 0 || events.size() % 2 != 0) {
    return damaged;
  }
  for (Tally::Forfeits& forfeits : tally->forfeits()) forfeits.first_reason = next_text();
  for (size_t i = 0; i < games.size(); i += kGameNumbers) {
    const auto at = games.subspan(i, kGameNumbers);
    rows->games.push_back({Narrow<uint64_t>(at[0]), Narrow<uint64_t>(at[1]),
                           Narrow<uint32_t>(at[2]), Narrow<uint16_t>(at[3]), Narrow<uint8_t>(at[4]),
                           Narrow<int8_t>(at[5])});
  }
  for (size_t i = 0; i < seats.size(); i += kSeatNumbers) {
    const auto at = seats.subspan(i, kSeatNumbers);
    SeatRow seat{Narrow<uint16_t>(at[0]),
                 Narrow<int32_t>(at[1]),
                 Narrow<uint8_t>(at[2]),
                 Narrow<uint8_t>(at[3]),
                 Narrow<uint16_t>(at[4]),
                 Narrow<uint16_t>(at[5]),
                 {}};
    for (size_t k = 0; k < kMaxSeatCounts; ++k) seat.counts[k] = Narrow<uint16_t>(at[6 + k]);
    rows->seats.push_back(seat);
  }
  while (!coameh.empty()) {
    if (coameh.size() < kCoatlNumbers) return damaged;
    CoatlRow coatl{Narrow<uint64_t>(coameh[0]),
                   Narrow<uint8_t>(coameh[1]),
                   Narrow<uint16_t>(coameh[2]),
                   Narrow<uint16_t>(coameh[3]),
                   Narrow<uint8_t>(coameh[4]),
                   next_text(),
                   {},
                   {}};
    const auto cards = static_cast<size_t>(coameh[5]);
    if (coameh.size() < kCoatlNumbers + 2 * cards) return damaged;
    coameh = coameh.subspan(kCoatlNumbers);
    for (size_t k = 0; k < cards; ++k) {
      coatl.cards.push_back(Narrow<uint8_t>(coameh[k]));
      coatl.card_points.push_back(coameh[cards + k]);
    }
    coameh = coameh.subspan(2 * cards);
    rows->coameh.push_back(std::move(coatl));
  }
  for (size_t i = 0; i < events.size(); i += 2) {
    rows->events.push_back(
        {Narrow<uint64_t>(events[i]), Narrow<uint32_t>(events[i + 1]), next_text()});
  }
  return true;
}

absl::Status RunFolder::CopyEvents(uint64_t first_game, uint64_t games, std::ostream& out) const {
  std::vector<fs::path> parts;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path_ / "events", error)) {
    if (entry.path().extension() == ".parquet") parts.push_back(entry.path());
  }
  std::sort(parts.begin(), parts.end());
  uint64_t found = 0;
  for (const fs::path& part : parts) {
    const absl::StatusOr<std::vector<Column>> columns = ReadParquet(part.string(), EventColumns());
    if (!columns.ok()) return columns.status();
    const auto& ids = std::get<std::vector<int64_t>>((*columns)[0]);
    const auto& seqs = std::get<std::vector<int32_t>>((*columns)[1]);
    const auto& lines = std::get<TextColumn>((*columns)[2]);
    for (size_t i = 0; i < ids.size(); ++i) {
      const auto id = static_cast<uint64_t>(ids[i]);
      if (id < first_game || id - first_game >= games) continue;
      if (seqs[i] == 0) ++found;
      const auto begin = static_cast<size_t>(lines.Offsets()[i]);
      const auto end = static_cast<size_t>(lines.Offsets()[i + 1]);
      out << std::string_view(lines.Bytes()).substr(begin, end - begin) << '\n';
    }
  }
  if (found == games) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      DisplayPath(path_), ": ", found, " of ", games,
      " games are recorded with their events; a strategy of this run cannot be repeated, and only "
      "a run with --detail=full records them"));
}

}  // namespace prestige
