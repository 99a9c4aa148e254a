#pragma once

#include <atomic>

namespace prestige {

// While it lives, the first Ctrl-C or SIGTERM only raises the flag, so that work can be saved; the
// second one ends the program. One at a time.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  const std::atomic<bool>& raised() const;
};

}  // namespace prestige
