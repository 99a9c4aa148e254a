// A strategy in a library that is wrong in the way that MANNERS says, for tests.

#include <chrono>
#include <thread>

#include "sim/outside/prestige_strategy.h"

#define TOO_HIGH 1
#define NEGATIVE 2
#define SLOW 3
#define WRONG_ABI 4
#define DECLINES 5
#define NO_CHOOSE 6

int prestige_strategy_abi(void) { return PRESTIGE_STRATEGY_ABI + (MANNERS == WRONG_ABI ? 1 : 0); }

void* prestige_strategy_open(const char*) {
  static int player = 0;
  return MANNERS == DECLINES ? nullptr : &player;
}

void prestige_strategy_new_game(void*, const char*) {}

#if MANNERS != NO_CHOOSE
int prestige_strategy_choose(void*, const char*, int choices) {
  if (MANNERS == TOO_HIGH) return choices;
  if (MANNERS == NEGATIVE) return -1;
  if (MANNERS == SLOW) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  return 0;
}
#endif

void prestige_strategy_close(void*) {}
