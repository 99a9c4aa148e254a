"""A referee for Cóatl: checks every step of replays with a second implementation of the rules.

    python -m tests.referee.coatl games.jsonl
    prestige replay --game=coatl --count=1000 --format=jsonl | python -m tests.referee.coatl -
    prestige replay --game=coatl-solo --format=jsonl | python -m tests.referee.coatl --solo -

Reads JSON Lines with any number of games for 2 to 4 players, or of the solo game. Prints one line
if all is legal, else the first error of each game, and exits with 1.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .coatl_cards import Rules
from .coatl_game import Event, Game, RuleError
from .coatl_solo import SoloGame, SoloRules

DATA_FOLDER = Path(__file__).resolve().parents[2] / "data" / "coatl"


@dataclass(frozen=True)
class Error:
    """What is wrong with a game; `game` counts the games of the stream from 0, `line` from 1."""

    game: int
    index: object  # the `index` of the setup line, None without one
    line: int
    text: str
    reason: str

    def __str__(self) -> str:
        return (
            f"game {self.game} (index {self.index}), line {self.line}: {self.reason}\n"
            f"    {self.text}"
        )


@dataclass
class Report:
    """What was read, and the first error of every game that has one."""

    games: int = 0
    events: int = 0
    errors: list[Error] = field(default_factory=list)

    def __str__(self) -> str:
        counts = f"{self.games} games, {self.events} events"
        if not self.errors:
            return f"{counts}: all legal"
        return "\n".join([*map(str, self.errors), f"{counts}: {len(self.errors)} errors"])


class Referee:
    """Reads a stream line by line; `close` after the last one."""

    def __init__(self, rules: Rules) -> None:
        self.report = Report()
        self._rules = rules
        self._game: Game | None = None  # None between games and after an error
        self._skipping = False  # after an error, up to the next setup line
        self._index: object = None
        self._line = 0

    def read(self, text: str) -> None:
        """Checks the next line."""
        self._line += 1
        text = text.strip()
        if not text:
            return
        try:
            line = json.loads(text)
        except ValueError as error:
            self._fail(text, f"not JSON: {error}")
            return
        try:
            if not isinstance(line, dict):
                raise RuleError("not a JSON object")
            self._check(line)
        except RuleError as error:
            self._fail(text, str(error))

    def close(self) -> None:
        """Checks that the last game is complete."""
        if self._game is not None:
            self._fail("(end of the stream)", "the game has no result line")

    def _check(self, line: Event) -> None:
        if line.get("type") == "setup":
            if self._game is not None:
                self._fail("(before this setup line)", "the game has no result line")
            self.report.games += 1
            self._skipping = False
            self._index = line.get("index")
            kind = SoloGame if isinstance(self._rules, SoloRules) else Game
            self._game = kind.begin(self._rules, line)
        elif self._game is not None:
            if line.get("type") == "result":
                self._game.check_result(line)
                self._game = None
            else:
                self.report.events += 1
                self._game.apply(line)
        elif not self._skipping:
            raise RuleError("a line outside of a game")

    def _fail(self, text: str, reason: str) -> None:
        if not self._skipping:
            game = max(self.report.games - 1, 0)
            self.report.errors.append(Error(game, self._index, self._line, text, reason))
        self._skipping = True
        self._game = None


def check(lines: Iterable[str], rules: Rules) -> Report:
    """Checks all games of a stream of lines."""
    referee = Referee(rules)
    for line in lines:
        referee.read(line)
    referee.close()
    if referee.report.games == 0 and not referee.report.errors:
        referee.report.errors.append(Error(0, None, 0, "(empty)", "there is no game"))
    return referee.report


def _override(text: str) -> tuple[str, int | bool | tuple[int, ...]]:
    """A `key=value` of the command line; the keys are those of `Rules` that are numbers."""
    key, _, value = text.partition("=")
    types = {field.name: field.type for field in dataclasses.fields(SoloRules)}
    if types.get(key) == "bool" and value in ("true", "false"):
        return key, value == "true"
    if types.get(key) == "int":
        return key, int(value)
    if key == "space_order":
        return key, tuple(int(number) for number in value.split(","))
    raise ValueError(f"{text!r} does not set a field of the rules")


def main(arguments: list[str] | None = None) -> int:
    """The command line; the return value is the exit code."""
    parser = argparse.ArgumentParser(prog="coatl", description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE", help="replays; - is standard input")
    parser.add_argument("--data", type=Path, default=DATA_FOLDER, help="folder with the decks")
    parser.add_argument("--solo", action="store_true", help="games of coatl-solo")
    parser.add_argument(
        "--set",
        dest="overrides",
        metavar="KEY=VALUE",
        type=_override,
        action="append",
        default=[],
        help="another value of a rule, such as open_end_satisfies_not=false",
    )
    options = parser.parse_args(arguments)
    rules = (SoloRules if options.solo else Rules).load(options.data, **dict(options.overrides))
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
