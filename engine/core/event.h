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
  std::array<uint8_t, kMaxValues> values;  // the first `count` are set

  void Add(uint8_t value) {
    PRESTIGE_DCHECK(count < kMaxValues);
    values[count++] = value;
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
    uint64_t word = event.what | uint64_t{event.seat} << 8 | uint64_t{event.a} << 16 |
                    uint64_t{event.b} << 24 | uint64_t{event.c} << 32 | uint64_t{event.count} << 40;
    Fold(word);
    for (size_t i = 0; i < event.count; i += 8) {
      word = 0;
      for (size_t k = i; k < event.count && k < i + 8; ++k) {
        word |= uint64_t{event.values[k]} << (8 * (k - i));
      }
      Fold(word);
    }
  }

  void Fold(uint64_t word) {
    hash = (hash ^ word) * 0x9FB21C651E98DF25ULL;
    hash ^= hash >> 32;
  }
};

}  // namespace prestige
