#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/core/check.h"
#include "engine/core/rng.h"

namespace prestige {

// One thing that happened in a game: a choice, a gift of chance, a score. `what` is the game's own
// enum; the meaning of a, b, c and values is told beside that enum. Games describe what happens;
// sinks decide what becomes of it.
struct Event {
  // The longest list: a refill of 12 supply spaces, three bytes each.
  static constexpr size_t kMaxValues = 36;

  uint8_t what = 0;
  uint8_t seat = 0;
  uint8_t a = 0;
  uint8_t b = 0;
  uint8_t c = 0;
  uint8_t count = 0;
  // The first `count` count; there is room for AddBytes and BytesFrom after the longest list.
  std::array<uint8_t, kMaxValues + 7> values{};

  void Add(uint8_t value) {
    PRESTIGE_DCHECK(count < kMaxValues);
    values[count++] = value;
  }

  // The lowest `more` bytes, at most eight, the lowest first. Written, as they are read below, so
  // that compilers make one instruction of it.
  void AddBytes(uint64_t bytes, uint8_t more) {
    PRESTIGE_DCHECK(more <= 8 && count + more <= static_cast<int>(kMaxValues));
    for (size_t i = 0; i < 8; ++i) values[count + i] = static_cast<uint8_t>(bytes >> (8 * i));
    count = static_cast<uint8_t>(count + more);
  }
  // The values from `first` on, at most eight, the first in the lowest byte; 0 past the end.
  uint64_t BytesFrom(size_t first) const {
    PRESTIGE_DCHECK(first < count);
    uint64_t bytes = 0;
    for (size_t i = 0; i < 8; ++i) bytes |= uint64_t{values[first + i]} << (8 * i);
    const size_t left = count - first;
    return left < 8 ? bytes & ((uint64_t{1} << (8 * left)) - 1) : bytes;
  }
};

// Sinks: Apply tells every event to one. `kEnabled` false lets the engine skip even the making of
// events.
struct NoEvents {
  static constexpr bool kEnabled = false;
  void Take(const Event&) {}
};

// Keeps the events, for replays and tests.
struct EventLog {
  static constexpr bool kEnabled = true;
  std::vector<Event> events;
  void Take(const Event& event) { events.push_back(event); }
};

// Folds events into a hash: the behaviour signature. Order matters, every byte counts.
struct EventHash {
  static constexpr bool kEnabled = true;
  uint64_t hash = 0;

  void Take(const Event& event) {
    const uint64_t word = event.what | uint64_t{event.seat} << 8 | uint64_t{event.a} << 16 |
                          uint64_t{event.b} << 24 | uint64_t{event.c} << 32 |
                          uint64_t{event.count} << 40;
    Fold(word);
    for (size_t i = 0; i < event.count; i += 8) Fold(event.BytesFrom(i));
  }

  void Fold(uint64_t word) {
    hash = (hash ^ word) * 0x9FB21C651E98DF25ULL;
    hash ^= hash >> 32;
  }
};

}  // namespace prestige
