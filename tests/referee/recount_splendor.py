"""Counts the tables of a run folder once more, from the replays of Splendor and from nothing else.

Written from the page on the run folder, as `recount.py` for Cóatl.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .recount import OCCASIONS, TIMED, Line, Tables, games_of


def load_points(folder: Path) -> dict[str, int]:
    """The points of every development and noble."""
    points = {}
    for name in ("developments.csv", "nobles.csv"):
        with (folder / name).open(encoding="utf-8", newline="") as file:
            points.update({row["id"]: int(row["points"]) for row in csv.DictReader(file)})
    return points


def recount(lines: Iterable[Line], games_per_block: int, points: dict[str, int]) -> Tables:
    """The tables of these games, which have not ended by forfeit."""
    tables = Tables()
    for game in games_of(lines):
        _GameCount(game, games_per_block, points, tables).count()
    return tables


class _SeatCount:
    """What one seat has and does in the course of a game."""

    def __init__(self) -> None:
        self.hand: set[str] = set()
        self.happened: dict[str, set[str]] = {occasion: set() for occasion in OCCASIONS}
        self.first_turn: dict[tuple[str, str], int] = {}
        self.sums: dict[str, Counter[str]] = defaultdict(Counter)  # of each card
        self.own: Counter[str] = Counter()  # the game's own columns of the seat
        self.points = 0
        self.turns = 0
        self.last_actions = 0

    def happens(self, card: str, *occasions: str) -> None:
        for occasion in occasions:
            self.happened[occasion].add(card)
            if occasion in ("seen", "taken"):
                self.happened["known"].add(card)
            self.first_turn.setdefault((occasion, card), self.turns)

    def begin_turn(self, visible: Iterable[str]) -> None:
        self.turns += 1
        for card in visible:
            self.happens(card, "seen")
        for card in self.hand:
            self.sums[card]["hand_turns"] += 1

    def gets(self, card: str, points: int) -> None:
        """A card is bought, or a noble received."""
        self.happens(card, "taken", "played", "scored")
        self.points += points
        self.sums[card] += Counter(times_played=1, points=points, points_sq=points * points)


class _GameCount:
    def __init__(
        self, lines: list[Line], games_per_block: int, points: dict[str, int], tables: Tables
    ) -> None:
        self.setup, self.result = lines[0], lines[-1]
        self.events = lines[1:-1]
        self.points = points
        self.tables = tables
        self.game_id: int = self.setup["index"]
        self.block_id, self.seating = divmod(self.game_id, games_per_block)
        self.batch = self.block_id // 8 % 256
        self.players: int = self.setup["players"]
        self.seats = [_SeatCount() for _ in range(self.players)]
        self.visible = {card for row in self.setup["table"] for card in row}
        self.visible |= set(self.setup["nobles"])
        self.ender = -1

    def count(self) -> None:
        self._follow()
        self._add_game()
        wins = self.result["winners"]
        # Most points, then fewest cards.
        standing = [
            (points, -cards)
            for points, cards in zip(self.result["scores"], self.result["cards"], strict=True)
        ]
        for number, seat in enumerate(self.seats):
            win12 = 12 // len(wins) if number in wins else 0
            rank = 1 + sum(other > standing[number] for other in standing)
            self._add_seat(number, seat, rank, win12)
            self._add_cards(number, seat, win12)

    # The course of the game -----------------------------------------------------------------------

    def _follow(self) -> None:
        new_turn = True
        passed = False
        for event in self.events:
            number, do = event["seat"], event["do"]
            seat = self.seats[number]
            if do == "last_turns":
                self.ender = number
                continue
            if new_turn:
                seat.begin_turn(self.visible)
                new_turn, passed = False, False
            if do == "end_action":
                seat.last_actions += not passed and self.ender not in (-1, number)
                new_turn = True
            elif do == "pass":
                passed = True
                seat.own["passes"] += 1
            else:
                self._apply(seat, event)
        if self.result["end"] == "points" and self.ender == -1:
            self.ender = self.events[-1]["seat"]  # the turn that set off the end was the last

    def _apply(self, seat: _SeatCount, event: Line) -> None:
        card: Any = event.get("card")
        match event["do"]:
            case "take":
                seat.own["tokens"] += len(event["tokens"])
            case "return":
                seat.own["returned"] += len(event["tokens"])
            case "reserve":
                seat.happens(card, "drawn_open" if event["from"] == "table" else "drawn_deck")
                seat.happens(card, "taken")
                seat.hand.add(card)
                self.visible.discard(card)
                seat.own["reserved"] += 1
                seat.own["gold"] += event["gold"]
            case "buy":
                (seat.hand if event["from"] == "hand" else self.visible).remove(card)
                seat.gets(card, self.points[card])
                seat.own["cards"] += 1
            case "noble":
                self.visible.remove(card)
                seat.gets(card, self.points[card])
                seat.own["nobles"] += 1
            case "reveal":
                if card is not None:
                    self.visible.add(card)
            case unknown:
                raise ValueError(f"game {self.game_id}: unknown event {unknown}")

    # The tables -----------------------------------------------------------------------------------

    def _check(self, what: str, counted: int, given: int) -> None:
        if counted != given:
            raise ValueError(f"game {self.game_id}: {what}: counted {counted}, told {given}")

    def _add_game(self) -> None:
        turns = sum(seat.turns for seat in self.seats)
        self._check("turns", turns, self.result["turns"])
        scores = sorted(self.result["scores"], reverse=True)
        self.tables.games[self.game_id] = {
            "block_id": self.block_id,
            "batch": self.batch,
            "seating": self.seating,
            "players": self.players,
            "levels": 0,
            "turns": turns,
            "end": self.result["end"],
            "ender": self.ender,
            "winner_mask": sum(1 << seat for seat in self.result["winners"]),
            "top_points": scores[0],
            "margin": scores[0] - scores[1],
        }

    def _add_seat(self, number: int, seat: _SeatCount, rank: int, win12: int) -> None:
        self._check(f"points of seat {number}", seat.points, self.result["scores"][number])
        self._check(f"cards of seat {number}", seat.own["cards"], self.result["cards"][number])
        self.tables.seats[self.game_id, number] = {
            "strategy": self.setup["strategies"][number],
            "levels": 0,
            "points": seat.points,
            "rank": rank,
            "win12": win12,
            "turns": seat.turns,
            "last_actions": seat.last_actions,
            **seat.own,
        }

    def _add_cards(self, number: int, seat: _SeatCount, win12: int) -> None:
        seat.happened["all"] = set(self.points)
        seat.happened["stranded"] = seat.hand
        for card in self.points:
            key = (card, self.setup["strategies"][number], self.players, 0, number, self.batch)
            sums = self.tables.cards[key]
            for occasion in OCCASIONS:
                if card in seat.happened[occasion]:
                    sums[f"n_{occasion}"] += 1
                    sums[f"win12_{occasion}"] += win12
            for occasion in TIMED:
                sums[f"turn_{occasion}"] += seat.first_turn.get((occasion, card), 0)
            sums.update(seat.sums.get(card, Counter()))
