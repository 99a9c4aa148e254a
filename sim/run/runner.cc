#include "sim/run/runner.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/record/card_facts.h"
#include "sim/run/figures.h"

namespace prestige {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t kBlocksPerLook = 1024;  // --stop-at looks that often
constexpr std::chrono::seconds kCheckpointEvery{20};
constexpr std::chrono::milliseconds kProgressEvery{200};
// Blocks that take longer are handed out one by one: an interrupt then loses little.
constexpr std::chrono::milliseconds kSlowBlock{20};
// Chunks that wait for an earlier one take up to this much memory.
constexpr size_t kWaitingBytes = size_t{16} << 20;
constexpr uint64_t kGamesPerPart = uint64_t{1} << 18;
constexpr uint64_t kFullGamesPerPart = uint64_t{1} << 11;

// A power of two, so that a part ends where a batch does.
uint64_t BlocksPerPart(const RunPlan& plan) {
  const uint64_t games = plan.full ? kFullGamesPerPart : kGamesPerPart;
  const uint64_t blocks = games / plan.match.schedule.games_per_block();
  return std::max(kBlocksPerBatch, std::bit_floor(blocks));
}

// Takes the chunks in any order, adds them up in theirs, and writes.
class Collector {
 public:
  Collector(const RunPlan& plan, Tally* tally, PartRows* rows)
      : plan_(plan),
        tally_(*tally),
        rows_(*rows),
        blocks_per_part_(BlocksPerPart(plan)),
        card_cells_(plan.match.schedule.player_lines() * plan.host.layout().cards.size() *
                    CardColumns(plan.host.layout().levels)),
        most_waiting_(
            std::max<size_t>(2 * plan.threads, kWaitingBytes / (card_cells_ * sizeof(uint32_t)))) {}

  // An empty chunk that begins at the block.
  std::unique_ptr<Chunk> NewChunk(uint64_t first_block) {
    std::unique_ptr<Chunk> chunk;
    {
      const std::lock_guard lock(mutex_);
      if (!spare_.empty()) {
        chunk = std::move(spare_.back());
        spare_.pop_back();
      }
    }
    if (chunk == nullptr) chunk = std::make_unique<Chunk>();
    chunk->first_block = first_block;
    chunk->blocks = 0;
    chunk->full = plan_.full;
    chunk->games.clear();
    chunk->seats.clear();
    chunk->pairs.clear();
    chunk->coameh.clear();
    chunk->events.clear();
    chunk->forfeits.clear();
    chunk->cards.assign(card_cells_, 0);
    return chunk;
  }

  void Submit(std::unique_ptr<Chunk> chunk) {
    std::unique_lock lock(mutex_);
    const uint64_t first = chunk->first_block;
    waiting_.emplace(first, std::move(chunk));
    if (merging_) {
      // Whoever merges takes this chunk too when its turn comes.
      room_.wait(lock, [&] { return waiting_.size() < most_waiting_ || !merging_ || done_; });
    }
    while (!merging_ && HasNext()) {
      merging_ = true;
      while (HasNext() && !part_is_full_) {
        std::unique_ptr<Chunk> next = std::move(waiting_.begin()->second);
        waiting_.erase(waiting_.begin());
        lock.unlock();
        absl::Status status = Merge(*next);
        lock.lock();
        if (!status.ok()) Fail(std::move(status));
        spare_.push_back(std::move(next));
        room_.notify_all();
      }
      PartRows part;
      const uint64_t part_number = tally_.blocks() / blocks_per_part_ - 1;
      const bool write = std::exchange(part_is_full_, false);
      if (write) {
        part = std::exchange(rows_, {});
        ++parts_in_writing_;
      }
      merging_ = false;
      room_.notify_all();
      if (!write) continue;
      lock.unlock();
      absl::Status status = plan_.folder->WritePart(*plan_.tables, part_number, part, plan_.full);
      lock.lock();
      --parts_in_writing_;
      if (!status.ok()) Fail(std::move(status));
    }
  }

  // Nothing more is wanted: an error, or precise enough.
  bool done() const { return done_; }
  bool stopped() const { return stopped_; }
  const absl::Status& status() const { return status_; }
  void Abort(absl::Status status) {
    const std::lock_guard lock(mutex_);
    Fail(std::move(status));
    room_.notify_all();
  }

  // After the last chunk: what is left over is not written yet.
  absl::Status Finish() {
    if (!status_.ok() || plan_.folder == nullptr) return status_;
    if (plan_.keep_rows && !rows_.games.empty()) {
      const absl::Status status = plan_.folder->WritePart(
          *plan_.tables, tally_.blocks() / blocks_per_part_, rows_, plan_.full);
      if (!status.ok()) return status;
    }
    if (const absl::Status status = plan_.folder->WriteSums(*plan_.tables, tally_); !status.ok()) {
      return status;
    }
    return Checkpoint();
  }

 private:
  bool HasNext() const {
    return !done_ && !waiting_.empty() && waiting_.begin()->first == tally_.blocks();
  }

  void Fail(absl::Status status) {
    if (status_.ok()) status_ = std::move(status);
    done_ = true;
  }

  absl::Status Merge(const Chunk& chunk) {
    tally_.Add(chunk);
    if (plan_.keep_rows) rows_.Append(chunk);
    if (plan_.stop_at && StopsHere(plan_.match.schedule, tally_, *plan_.stop_at)) {
      stopped_ = true;
      done_ = true;
    }
    part_is_full_ = plan_.keep_rows && tally_.blocks() % blocks_per_part_ == 0;
    if (plan_.folder != nullptr && !part_is_full_ && parts_in_writing_ == 0 &&
        Clock::now() - last_checkpoint_ > kCheckpointEvery) {
      return Checkpoint();
    }
    return absl::OkStatus();
  }

  absl::Status Checkpoint() {
    last_checkpoint_ = Clock::now();
    if (const absl::Status status = plan_.folder->WriteState(*plan_.tables, tally_, rows_);
        !status.ok()) {
      return status;
    }
    return plan_.save_progress(tally_);
  }

  const RunPlan& plan_;
  Tally& tally_;
  PartRows& rows_;
  const uint64_t blocks_per_part_;
  const size_t card_cells_;
  const size_t most_waiting_;
  Clock::time_point last_checkpoint_ = Clock::now();

  std::mutex mutex_;  // of all below; tally and rows belong to the worker that merges
  std::condition_variable room_;
  std::map<uint64_t, std::unique_ptr<Chunk>> waiting_;
  std::vector<std::unique_ptr<Chunk>> spare_;
  bool merging_ = false;
  bool part_is_full_ = false;
  std::atomic<int> parts_in_writing_ = 0;
  std::atomic<bool> done_ = false;
  std::atomic<bool> stopped_ = false;
  absl::Status status_;
};

}  // namespace

bool StopsHere(const Schedule& schedule, const Tally& tally, double half_width) {
  if (tally.blocks() == 0 || tally.blocks() % kBlocksPerLook != 0) return false;
  const Figures figures(schedule, tally);
  if (schedule.IsMirror()) {
    for (size_t seat = 0; seat < schedule.seats(); ++seat) {
      if (!figures.SeatShare(seat).ReachesHalfWidth(half_width)) return false;
    }
    return true;
  }
  for (const size_t place : figures.Places()) {
    if (!figures.StrategyShare(place).ReachesHalfWidth(half_width)) return false;
  }
  return true;
}

absl::StatusOr<RunEnd> PlayRun(const RunPlan& plan, const std::atomic<bool>& interrupted,
                               const Progress& progress, Tally* tally, PartRows* rows) {
  const Schedule& schedule = plan.match.schedule;
  const uint64_t games_per_block = schedule.games_per_block();
  std::atomic<uint64_t> next{tally->blocks()};
  std::atomic<uint64_t> games_done{tally->games()};
  std::atomic<bool> slow{false};
  Collector collector(plan, tally, rows);

  const auto work = [&] {
    const std::unique_ptr<GameTable> table = plan.host.OpenTable(plan.match);
    while (!interrupted && !collector.done()) {
      // Up to the end of the batch, or one block of slow ones.
      uint64_t begin = next.load();
      uint64_t end = 0;
      do {
        end = slow ? begin + 1 : (begin / kBlocksPerBatch + 1) * kBlocksPerBatch;
        end = std::min(end, plan.blocks);
      } while (begin < plan.blocks && !next.compare_exchange_weak(begin, end));
      if (begin >= plan.blocks) return;

      std::unique_ptr<Chunk> chunk = collector.NewChunk(begin);
      const Clock::time_point start = Clock::now();
      while (begin + chunk->blocks < end && !interrupted && !collector.done()) {
        const uint64_t first = (begin + chunk->blocks) * games_per_block;
        for (uint64_t id = first; id < first + games_per_block; ++id) {
          table->Play(schedule.GameAt(id), chunk.get());
        }
        ++chunk->blocks;
      }
      if (chunk->blocks == 0) return;
      slow = (Clock::now() - start) / static_cast<int64_t>(chunk->blocks) > kSlowBlock;
      games_done += chunk->blocks * games_per_block;
      collector.Submit(std::move(chunk));
    }
  };

  std::mutex mutex;
  std::condition_variable all_done;
  uint64_t running = 0;
  const auto worker = [&] {
    try {
      work();
    } catch (const std::exception& error) {
      collector.Abort(absl::InternalError(absl::StrCat("prestige simulate: ", error.what())));
    }
    const std::lock_guard lock(mutex);
    --running;
    all_done.notify_all();
  };
  std::vector<std::thread> workers;
  {
    std::unique_lock lock(mutex);
    try {
      while (workers.size() < plan.threads) {
        workers.emplace_back(worker);
        ++running;
      }
    } catch (const std::exception& error) {
      // Fewer threads than asked for play the same games.
      if (workers.empty()) {
        return absl::ResourceExhaustedError(
            absl::StrCat("prestige simulate: no thread can be started: ", error.what()));
      }
    }
    while (!all_done.wait_for(lock, kProgressEvery, [&] { return running == 0; })) {
      progress(games_done);
    }
  }
  for (std::thread& thread : workers) thread.join();
  if (const absl::Status status = collector.Finish(); !status.ok()) return status;
  if (collector.stopped()) return RunEnd::kStopped;
  return tally->blocks() < plan.blocks ? RunEnd::kInterrupted : RunEnd::kComplete;
}

}  // namespace prestige
