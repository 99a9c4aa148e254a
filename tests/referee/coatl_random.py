"""Plays games of Cóatl at random with the referee's own rules and writes their replays.

For example: python -m tests.referee.coatl_random --players=3 --games=10 --seed=1
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from .coatl import DATA_FOLDER
from .coatl_cards import Rules
from .coatl_game import (
    DECISIONS,
    PIECES_IN_SPACE,
    SPACE_KINDS,
    Event,
    Game,
    Phase,
    Pool,
)
from .coatl_solo import SoloGame, SoloRules


def _sample(pool: Pool, size: int, rng: random.Random) -> list[str]:
    return rng.sample(pool.items(), size)


def random_setup(
    rules: Rules,
    players: int,
    seed: int,
    tokens: bool,
    rng: random.Random,
    levels: list[int] | None = None,
) -> Event:
    """The setup line of a game that chance deals; of a solo game by solo rules."""
    game = Game(rules)
    bags = {kind: _sample(bag, bag.size, rng) for kind, bag in game.bags.items()}
    full = game.spaces_to_fill([[] for _ in SPACE_KINDS])
    supply = [
        [bags[kind].pop() for _ in range(PIECES_IN_SPACE[kind])] if number in full else []
        for number, kind in enumerate(SPACE_KINDS, start=1)
    ]
    deck = _sample(game.deck, game.deck.size, rng)
    temples = _sample(game.hidden_temples, players * rules.temples_dealt + 2, rng)
    setup: Event = {
        "type": "setup",
        "game": "coatl",
        "ruleset": "base",
        "players": players,
        "seed": seed,
        "index": 0,
        "strategies": ["random"] * players,
        "tokens": tokens,
        "supply": supply,
        "row": [deck.pop() for _ in range(rules.row_size)],
        "dealt": [[deck.pop() for _ in range(rules.dealt[seat])] for seat in range(players)],
        "temples": [[temples.pop() for _ in range(rules.temples_dealt)] for _ in range(players)],
        "piles": temples,
    }
    if isinstance(rules, SoloRules):
        marco = rules.at_levels(levels or []).marco_cards
        setup |= {
            "game": "coatl-solo",
            "levels": levels or [],
            "marco": [deck.pop() for _ in range(marco)],
        }
    return setup


def _forced(game: Game, rng: random.Random) -> Event:
    """The next event where the player to move has no choice."""
    match game.phase:
        case Phase.REFILL:
            bags = {kind: _sample(bag, bag.size, rng) for kind, bag in game.bags.items()}
            spaces = {}
            for number in game.spaces_to_fill(game.supply):
                kind = SPACE_KINDS[number - 1]
                spaces[str(number)] = [bags[kind].pop() for _ in range(PIECES_IN_SPACE[kind])]
            return {"do": "refill", "spaces": spaces}
        case Phase.FILL_ROW:
            return _fill_row(game, rng)
        case Phase.FUTURE_ROW:
            return {"do": "discard", "cards": list(game.row), "from": "row"}
        case Phase.UNCOVER:
            pile = game.pile_to_uncover
            left = game.pile_sizes[pile] > 0
            card = _sample(game.hidden_temples, 1, rng)[0] if left else None
            return {"do": "uncover", "pile": pile, "card": card}
        case Phase.FINISH:
            return game.finish_event()
        case Phase.LAST_TURNS:
            return {"do": "last_turns", "why": game.end}
        case Phase.MARCO:
            assert isinstance(game, SoloGame)
            return game.awaited[0]
        case _:
            return {"do": "end_action"}


def _fill_row(game: Game, rng: random.Random) -> Event:
    if game.deck.size == 0:
        return {"do": "reshuffle", "size": len(game.discards)}
    size = min(game.rules.row_size - len(game.row), game.deck.size)
    return {"do": "reveal", "cards": _sample(game.deck, size, rng)}


def _chosen(game: Game, choice: Event, rng: random.Random) -> Iterator[Event]:
    """The events that carry out a choice, with what chance gives before or within it."""
    if choice["do"] == "draw" and choice["from"] == "deck":
        if game.deck.size == 0:
            yield {"do": "reshuffle", "size": len(game.discards)}
        yield {**choice, "card": _sample(game.deck, 1, rng)[0]}
    else:
        if choice["do"] == "end_action":
            while game.row_is_due():
                yield _fill_row(game, rng)
        yield choice


def random_game(
    rules: Rules, players: int, seed: int, tokens: bool = True, levels: list[int] | None = None
) -> Iterator[Event]:
    """The lines of a game in which chance and all players choose by the seed.

    A player first chooses among the kinds of things to do, then among those of that kind, so that
    the many ways of a perfect pick do not crowd out the rest.
    """
    rng = random.Random(seed)
    setup = random_setup(rules, players, seed, tokens, rng, levels)
    yield setup
    game = (SoloGame if isinstance(rules, SoloRules) else Game).begin(rules, setup)
    while game.phase is not Phase.RESULT:
        if game.phase in DECISIONS:
            choices = game.choices()
            kind = rng.choice(sorted({choice["do"] for choice in choices}))
            choice = rng.choice([choice for choice in choices if choice["do"] == kind])
            events = _chosen(game, choice, rng)
        else:
            events = iter([_forced(game, rng)])
        for event in events:
            line = {"type": "event", "seat": game.seat, **event}
            game.apply(line)
            yield line
    yield game.result()


def main(arguments: list[str] | None = None) -> int:
    """The command line; the return value is the exit code."""
    parser = argparse.ArgumentParser(prog="coatl_random", description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1, help="of the first game, then ascending")
    parser.add_argument("--no-tokens", action="store_true")
    parser.add_argument("--data", type=Path, default=DATA_FOLDER, help="folder with the decks")
    options = parser.parse_args(arguments)
    rules = Rules.load(options.data)
    for seed in range(options.seed, options.seed + options.games):
        for line in random_game(rules, options.players, seed, not options.no_tokens):
            print(json.dumps(line, separators=(",", ":")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
