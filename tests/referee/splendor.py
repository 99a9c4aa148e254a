"""A referee for Splendor: checks every step of replays with a second implementation of the rules.

    python -m tests.referee.splendor games.jsonl
    prestige replay --game=splendor --count=1000 --format=jsonl | python -m tests.referee.splendor -

Reads JSON Lines with any number of games for 2 to 4 players. Prints one line if all is legal, else
the first error of each game, and exits with 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from .coatl import Error, Report
from .splendor_game import Game, RuleError, Rules

DATA_FOLDER = Path(__file__).resolve().parents[2] / "data" / "splendor"


def check(lines: Iterable[str], rules: Rules) -> Report:
    """Checks all games of a stream of lines."""
    report = Report()
    game: Game | None = None  # None between games and after an error
    index: object = None
    skipping = False  # after an error, up to the next setup line

    def fail(number: int, text: str, reason: str) -> None:
        report.errors.append(Error(max(report.games - 1, 0), index, number, text, reason))

    number = 0
    for number, text in enumerate(lines, start=1):
        try:
            line = json.loads(text)
            if not isinstance(line, dict):
                raise RuleError("not a JSON object")
            kind = line.get("type")
            if kind == "setup":
                if game is not None:
                    fail(number, "(before this setup line)", "the game has no result line")
                game, skipping = None, False
                report.games += 1
                index = line.get("index")
                game = Game.begin(rules, line)
            elif game is not None and kind == "result":
                game.check_result(line)
                game = None
            elif game is not None:
                report.events += 1
                game.apply(line)
            elif not skipping:
                raise RuleError("a line outside of a game")
        except (RuleError, ValueError) as error:
            if not skipping:
                fail(number, text.strip(), str(error))
            game, skipping = None, True
    if game is not None:
        fail(number, "(end of the stream)", "the game has no result line")
    if report.games == 0 and not report.errors:
        fail(0, "(empty)", "there is no game")
    return report


def main(arguments: list[str] | None = None) -> int:
    """The command line; the return value is the exit code."""
    parser = argparse.ArgumentParser(prog="splendor", description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE", help="replays; - is standard input")
    parser.add_argument("--data", type=Path, default=DATA_FOLDER, help="folder with the decks")
    options = parser.parse_args(arguments)
    rules = Rules.load(options.data)
    legal = True
    for name in options.files:
        if name == "-":
            report = check(sys.stdin, rules)
        else:
            with Path(name).open(encoding="utf-8") as file:
                report = check(file, rules)
        print(report)
        legal = legal and not report.errors
    return 0 if legal else 1


if __name__ == "__main__":
    sys.exit(main())
