#!/usr/bin/env python3
"""A strategy for Cóatl in a process of its own: a line of JSON in, a line of JSON out.

    prestige simulate --strategies='exec:examples/exec_strategy.py,random'

It plays prophecies and temples as soon as it can, finishes coameh, and else chooses at random.
"""

import json
import random
import sys

# Beginnings of choices, the most wanted first. Those that begin like none of them come last.
WANTED = ["prophecy", "temple hand", "temple pile", "keep", "build", "start h", "extend"]


def rank(choice: str) -> int:
    for place, beginning in enumerate(WANTED):
        if choice.startswith(beginning):
            return place
    return len(WANTED)


def choose(choices: list[str], chance: random.Random) -> int:
    best = min(rank(choice) for choice in choices)
    return chance.choice([i for i, choice in enumerate(choices) if rank(choice) == best])


def main() -> None:
    chance = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("new_game"):
            # The same seed comes whenever the game is played again.
            chance.seed(message["seed"])
            continue
        answer = {
            "request": message["request"],
            "choice": choose(message["choices"], chance),
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
