/* The interface of a strategy in a library of its own: `--strategies=lib:./mine.so`. Plain C, so
 * that any language that can export C functions will do. examples/lib_strategy.cc is a complete
 * one:
 *
 *   c++ -std=c++20 -shared -fPIC -I. examples/lib_strategy.cc -o lib_strategy.so
 *   prestige simulate --strategies=lib:./lib_strategy.so,greedy
 *
 * A strategy learns what its seat may know, and nothing else. It is told in JSON, on one line
 * without an end of line, the same that a strategy of its own process (`exec:`) reads. A new game:
 *
 *   {"request":1,"new_game":true,"game":"coatl","seat":0,"players":2,"seed":123,"ruleset":"base",...}
 *
 * and a decision, where `choices` are the legal moves in the notation of `prestige replay`:
 *
 *   {"request":2,"game":"coatl","seat":0,"seed":123,"view":{...},"choices":["keep P07",...,"done"]}
 *
 * A strategy that wants to be repeatable draws its random numbers from `seed`, which is the same
 * whenever the game is played again.
 *
 * Every worker thread of a run opens players of its own, one for each seat, and calls each of them
 * from one thread at a time; different players may be called at the same time. A text is valid
 * during the call alone. A decision that takes longer than --move-time, or that answers no index of
 * `choices`, forfeits the game. A call that never returns cannot be interrupted: a strategy that
 * may hang belongs into a process (`exec:`).
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever this file does in a way that a library notices. */
#define PRESTIGE_STRATEGY_ABI 1

/* Return PRESTIGE_STRATEGY_ABI, as this file had it when the library was compiled. */
int prestige_strategy_abi(void);

/* A new player, or a null pointer if the library cannot play this game. */
void* prestige_strategy_open(const char* game);

/* A new game begins. The player may still remember earlier ones, but then a game cannot be played
 * again by itself. */
void prestige_strategy_new_game(void* player, const char* line);

/* The index of the chosen move, from 0 to choices - 1. Any other number gives up the game. */
int prestige_strategy_choose(void* player, const char* line, int choices);

void prestige_strategy_close(void* player);

#ifdef __cplusplus
}
#endif
