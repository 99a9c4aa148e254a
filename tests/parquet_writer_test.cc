#include "sim/output/parquet_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace prestige {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// An empty folder of the test's own, removed at its end.
class ParquetWriterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) /
              (std::string("prestige_parquet_") + test->name() + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

const std::vector<ColumnSpec>& Schema() {
  static const auto& schema = *new std::vector<ColumnSpec>{
      {"game_id", ColumnType::kInt64},
      {"strategy", ColumnType::kText},
  };
  return schema;
}

std::vector<Column> Rows(int64_t first, int64_t count) {
  std::vector<int64_t> ids;
  TextColumn strategies;
  for (int64_t id = first; id < first + count; ++id) {
    ids.push_back(id);
    strategies.Append(id % 2 == 0 ? "random" : "greedy");
  }
  return {ids, strategies};
}

absl::Status WriteFile(const std::string& path) {
  auto writer = ParquetWriter::Create(path, Schema(), {{"seed", "7"}});
  if (!writer.ok()) return writer.status();
  if (auto status = writer->WriteRowGroup(Rows(0, 1000)); !status.ok()) return status;
  if (auto status = writer->WriteRowGroup(Rows(1000, 10)); !status.ok()) return status;
  return writer->Close();
}

std::string Contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(ParquetWriterTest, FileAppearsUnderItsNameOnClose) {
  const std::string path = Path("games.parquet");
  auto writer = ParquetWriter::Create(path, Schema(), {});
  ASSERT_TRUE(writer.ok()) << writer.status();
  ASSERT_TRUE(writer->WriteRowGroup(Rows(0, 100)).ok());
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(path + ".partial"));
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_FALSE(fs::exists(path + ".partial"));
  const std::string contents = Contents(path);
  ASSERT_GT(contents.size(), 8U);
  EXPECT_EQ(contents.substr(0, 4), "PAR1");
  EXPECT_EQ(contents.substr(contents.size() - 4), "PAR1");
}

TEST_F(ParquetWriterTest, SameRowsGiveSameBytes) {
  ASSERT_TRUE(WriteFile(Path("a.parquet")).ok());
  ASSERT_TRUE(WriteFile(Path("b.parquet")).ok());
  EXPECT_EQ(Contents(Path("a.parquet")), Contents(Path("b.parquet")));
}

TEST_F(ParquetWriterTest, WithoutCloseNothingIsLeftBehind) {
  {
    auto writer = ParquetWriter::Create(Path("games.parquet"), Schema(), {});
    ASSERT_TRUE(writer.ok()) << writer.status();
    ASSERT_TRUE(writer->WriteRowGroup(Rows(0, 100)).ok());
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ParquetWriterTest, FileOfTheSameNameStaysUntilClose) {
  const std::string path = Path("games.parquet");
  ASSERT_TRUE(WriteFile(path).ok());
  const std::string before = Contents(path);
  auto writer = ParquetWriter::Create(path, Schema(), {{"seed", "8"}});
  ASSERT_TRUE(writer.ok()) << writer.status();
  EXPECT_EQ(Contents(path), before);
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_NE(Contents(path), before);
}

TEST_F(ParquetWriterTest, MissingFolderIsAnErrorThatNamesTheFile) {
  const std::string path = Path("nowhere/games.parquet");
  const auto writer = ParquetWriter::Create(path, Schema(), {});
  ASSERT_FALSE(writer.ok());
  EXPECT_THAT(std::string(writer.status().message()), HasSubstr(path));
}

TEST_F(ParquetWriterTest, FullDiskIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  fs::create_symlink("/dev/full", Path("games.parquet.partial"));
  auto writer = ParquetWriter::Create(Path("games.parquet"), Schema(), {});
  absl::Status status = writer.status();
  if (status.ok()) status = writer->WriteRowGroup(Rows(0, 100000));
  if (status.ok()) status = writer->Close();
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("No space left on device"));
  EXPECT_FALSE(fs::exists(Path("games.parquet")));
}

TEST_F(ParquetWriterTest, ColumnsThatDoNotFitTheSchemaAreRefused) {
  auto writer = ParquetWriter::Create(Path("games.parquet"), Schema(), {});
  ASSERT_TRUE(writer.ok()) << writer.status();

  std::vector<Column> too_few = Rows(0, 3);
  too_few.pop_back();
  EXPECT_THAT(std::string(writer->WriteRowGroup(too_few).message()), HasSubstr("1 columns given"));

  std::vector<Column> wrong_type = Rows(0, 3);
  wrong_type[0] = std::vector<int32_t>{1, 2, 3};
  EXPECT_THAT(std::string(writer->WriteRowGroup(wrong_type).message()), HasSubstr("game_id"));

  std::vector<Column> ragged = Rows(0, 3);
  std::get<TextColumn>(ragged[1]).Append("greedy");
  EXPECT_THAT(std::string(writer->WriteRowGroup(ragged).message()), HasSubstr("has 4 rows"));

  EXPECT_TRUE(writer->WriteRowGroup(Rows(0, 3)).ok());
  EXPECT_TRUE(writer->Close().ok());
}

TEST_F(ParquetWriterTest, AClosedFileTakesNoMoreRows) {
  auto writer = ParquetWriter::Create(Path("games.parquet"), Schema(), {});
  ASSERT_TRUE(writer.ok()) << writer.status();
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_FALSE(writer->WriteRowGroup(Rows(0, 3)).ok());
  EXPECT_FALSE(writer->Close().ok());
}

}  // namespace
}  // namespace prestige
