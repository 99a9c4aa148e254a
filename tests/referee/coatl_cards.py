"""The cards of Cóatl, what they are worth on a coatl, and the numbers of the rules.

A coatl is given here by `colours`, its colour letters from the head end to the tail end, and by
which of its two ends are closed (by a head, by a tail).
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

COLOURS = "YRKGB"
BODY, HEAD, TAIL = "b", "h", "t"
ANY_COLOUR = "*"


@dataclass(frozen=True)
class Segment:
    """One colour token of a pattern: a colour (or any colour), once or one or more times."""

    colour: str
    repeats: bool

    def ends(self, colours: str, start: int) -> list[int]:
        """All positions at which this token can stop when its first piece is at `start`."""
        ends: list[int] = []
        for position in range(start, len(colours)):
            if self.colour not in (ANY_COLOUR, colours[position]):
                break
            ends.append(position + 1)
            if not self.repeats:
                break
        return ends


@dataclass(frozen=True, eq=False)
class Prophecy:
    """A prophecy card: either `counted` is a colour, or `segments` is a pattern with its `!` sides.

    `levels` are (times, points), ascending. Cards are compared by identity.
    """

    card: str
    copies: int
    counted: str | None
    not_before: str | None
    segments: tuple[Segment, ...]
    not_after: str | None
    levels: tuple[tuple[int, int], ...]
    frame: str = ""

    @staticmethod
    def parse(card: str, copies: int, pattern: str, levels: str, frame: str = "") -> Prophecy:
        """Reads a card from the fields of its line in the deck file."""
        tokens = pattern.split()
        counted = not_before = not_after = None
        if len(tokens) == 1 and tokens[0].startswith("#"):
            counted = _colour(tokens.pop()[1:])
        if tokens and tokens[0].startswith("!"):
            not_before = _colour(tokens.pop(0)[1:])
        if tokens and tokens[-1].startswith("!"):
            not_after = _colour(tokens.pop()[1:])
        segments = tuple(_segment(token) for token in tokens)
        if counted is None and not segments:
            raise ValueError(f"{card}: the pattern {pattern!r} uses no piece")
        pairs = [level.split(":") for level in levels.split()]
        steps = tuple((int(times), int(points)) for times, points in pairs)
        if not steps or list(steps) != sorted(set(steps)):
            raise ValueError(f"{card}: the levels {levels!r} are not ascending")
        return Prophecy(card, copies, counted, not_before, segments, not_after, steps, frame)

    def is_met(self, times: int) -> bool:
        """Whether `times` reaches the lowest level."""
        return times >= self.levels[0][0]

    def points(self, times: int) -> int:
        """The points of the highest level that `times` reaches, 0 below the lowest."""
        return max((points for needed, points in self.levels if times >= needed), default=0)


@lru_cache(maxsize=1 << 16)
def times_met(prophecy: Prophecy, colours: str, open_head_ok: bool, open_tail_ok: bool) -> int:
    """The largest number of matches of the card on the coatl with no piece in two of them.

    `open_head_ok` says whether "no piece" before the first piece satisfies a `!`, `open_tail_ok`
    the same after the last piece.
    """
    if prophecy.counted is not None:
        return colours.count(prophecy.counted)
    length = len(colours)

    def allowed(forbidden: str | None, position: int) -> bool:
        if forbidden is None:
            return True
        if position < 0:
            return open_head_ok
        if position >= length:
            return open_tail_ok
        return colours[position] != forbidden

    starts_by_end: list[list[int]] = [[] for _ in range(length + 1)]
    for start in range(length):
        if not allowed(prophecy.not_before, start - 1):
            continue
        ends = {start}
        for segment in prophecy.segments:
            ends = {after for end in ends for after in segment.ends(colours, end)}
        for end in ends:
            if allowed(prophecy.not_after, end):
                starts_by_end[end].append(start)

    # most[e]: the largest number of disjoint matches within the first e pieces.
    most = [0] * (length + 1)
    for end in range(1, length + 1):
        most[end] = max([most[end - 1], *(most[start] + 1 for start in starts_by_end[end])])
    return most[length]


@dataclass(frozen=True)
class Temple:
    """A temple card: two requirements, the points for one of them and for both."""

    card: str
    requirements: tuple[tuple[str, ...], tuple[str, ...]]
    one: int
    both: int

    @staticmethod
    def parse(card: str, first: str, second: str, one: int, both: int) -> Temple:
        """Reads a card from the fields of its line in the deck file."""
        requirements = (tuple(first.split()), tuple(second.split()))
        for words in requirements:
            match words:
                case ("none", colour):
                    _colour(colour)
                case ("equal", left, right):
                    _colour(left)
                    _colour(right)
                case ("length", number):
                    int(number)
                case _:
                    raise ValueError(f"{card}: unknown requirement {' '.join(words)!r}")
        return Temple(card, requirements, one, both)

    def points(self, colours: str) -> int:
        """The points on a coatl, 0 when it meets neither requirement."""
        met = sum(_requirement_met(words, colours) for words in self.requirements)
        return (0, self.one, self.both)[met]


def _requirement_met(words: tuple[str, ...], colours: str) -> bool:
    match words:
        case ("none", colour):
            return colour not in colours
        case ("equal", left, right):
            return colours.count(left) == colours.count(right) >= 1
        case _:
            return len(colours) == int(words[1])


def _colour(letter: str) -> str:
    if len(letter) != 1 or letter not in COLOURS:
        raise ValueError(f"{letter!r} is not one of the colours {COLOURS}")
    return letter


def _segment(token: str) -> Segment:
    repeats = token.endswith("+")
    colour = token.removesuffix("+")
    if colour == ANY_COLOUR and repeats:
        return Segment(ANY_COLOUR, repeats)
    return Segment(_colour(colour), repeats)


@dataclass(frozen=True, eq=False)
class Rules:
    """The cards and numbers of a ruleset; the defaults are those of the base game."""

    prophecies: dict[str, Prophecy]
    temples: dict[str, Temple]
    bodies_per_colour: int = 24
    heads_per_colour: int = 3
    tails_per_colour: int = 3
    board_limit: int = 8
    row_size: int = 6
    hand_limit: int = 5
    keep_limit: int = 3
    keep_at_least: int = 0
    temples_dealt: int = 1
    dealt: tuple[int, ...] = (3, 4, 5, 6)
    max_incomplete: int = 2
    max_coatls: int = 3
    coatls_to_end: int = 3
    prophecies_per_coatl: int = 4
    open_end_satisfies_not: bool = True

    @classmethod
    def load(cls, folder: Path, **overrides: Any) -> Self:
        """The rules with the decks `prophecies.csv` and `temples.csv` of a data folder.

        Raises ValueError for a bad card and TypeError for an unknown field in `overrides`.
        """
        with (folder / "prophecies.csv").open(encoding="utf-8", newline="") as file:
            prophecies = {
                line["id"]: Prophecy.parse(
                    line["id"],
                    int(line["copies"]),
                    line["pattern"],
                    line["levels"],
                    line["frame"],
                )
                for line in csv.DictReader(file)
            }
        with (folder / "temples.csv").open(encoding="utf-8", newline="") as file:
            temples = {
                line["id"]: Temple.parse(
                    line["id"], line["first"], line["second"], int(line["one"]), int(line["both"])
                )
                for line in csv.DictReader(file)
            }
        return cls(prophecies, temples, **overrides)

    def times_met(self, card: str, colours: str, has_head: bool, has_tail: bool) -> int:
        """How many times a coatl meets a prophecy."""
        open_ok = self.open_end_satisfies_not
        return times_met(self.prophecies[card], colours, has_head or open_ok, has_tail or open_ok)
