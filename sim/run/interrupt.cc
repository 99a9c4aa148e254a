#include "sim/run/interrupt.h"

#include <csignal>

namespace prestige {
namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> raised_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void Raise(int number) {
  raised_flag = true;
  static_cast<void>(std::signal(number, SIG_DFL));
}

}  // namespace

InterruptFlag::InterruptFlag() {
  raised_flag = false;
  static_cast<void>(std::signal(SIGINT, Raise));
  static_cast<void>(std::signal(SIGTERM, Raise));
}

InterruptFlag::~InterruptFlag() {
  static_cast<void>(std::signal(SIGINT, SIG_DFL));
  static_cast<void>(std::signal(SIGTERM, SIG_DFL));
}

const std::atomic<bool>& InterruptFlag::raised() const { return raised_flag; }

}  // namespace prestige
