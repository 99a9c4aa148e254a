"""Counts the tables of a run folder once more, from the replays of Cóatl and from nothing else.

Written from the page on the run folder, not from the program that writes it: what both count alike
means what the page says. `decisions` cannot be told from a replay and is left out. Games that ended
by forfeit are not counted: recount raises.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

Line = dict[str, Any]
Row = dict[str, Any]

OCCASIONS = [
    "all",
    "dealt",
    "kept",
    "seen",
    "drawn_open",
    "drawn_deck",
    "taken",
    "known",
    "played",
    "scored",
    "stranded",
]
# Whose sum over seat-games is the seat's turn when it first happened.
TIMED = ["seen", "taken", "played"]


@dataclass(frozen=True)
class Deck:
    """The points of each card's levels, the lowest first."""

    levels: dict[str, list[int]]

    @staticmethod
    def load(folder: Path) -> Deck:
        levels = {}
        with (folder / "prophecies.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                levels[row["id"]] = [int(level.split(":")[1]) for level in row["levels"].split()]
        with (folder / "temples.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                levels[row["id"]] = [int(row["one"]), int(row["both"])]
        for card, points in levels.items():
            if points != sorted(set(points)) or points[0] <= 0:
                raise ValueError(f"{card}: its points {points} do not tell the level")
        return Deck(levels)

    def level(self, card: str, points: int) -> int:
        return 0 if points == 0 else 1 + self.levels[card].index(points)


@dataclass
class Tables:
    games: dict[int, Row] = field(default_factory=dict)
    seats: dict[tuple[int, int], Row] = field(default_factory=dict)
    # By card, strategy, players, levels, seat, batch: every column that is not 0.
    cards: dict[tuple[str, str, int, int, int, int], Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    # By two cards in the order of their names, strategy, players: n, win12, points.
    pairs: dict[tuple[str, str, str, int], Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    coameh: list[Row] = field(default_factory=list)


def games_of(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of one game after the other."""
    game: list[Line] = []
    for line in lines:
        game.append(line)
        if line["type"] == "result":
            yield game
            game = []
    if game:
        raise ValueError("the last game has no result")


def recount(lines: Iterable[Line], games_per_block: int, deck: Deck) -> Tables:
    tables = Tables()
    for game in games_of(lines):
        if game[-1]["end"] == "forfeit":
            raise ValueError(f"game {game[0]['index']} ended by forfeit")
        _GameCount(game, games_per_block, deck, tables).count()
    return tables


class _SeatCount:
    """What one seat has and does in the course of a game."""

    def __init__(self, dealt: list[str], temples: list[str]) -> None:
        self.hand: Counter[str] = Counter(temples)
        self.happened: dict[str, set[str]] = {occasion: set() for occasion in OCCASIONS}
        self.first_turn: dict[tuple[str, str], int] = {}
        self.sums: dict[str, Counter[str]] = defaultdict(Counter)  # of each card
        self.turns = 0
        self.last_actions = 0
        self.pieces = 0
        self.drawn = 0
        self.tokens = 0
        self.coameh: dict[int, list[str]] = {}
        self.finished: list[Row] = []
        self.completed: list[int] = []  # M.A.R.C.O.: the points of its cards
        for card in dealt + temples:
            self.happens("dealt", card)
        for card in temples:
            self.happens("taken", card)

    def happens(self, occasion: str, card: str) -> None:
        self.happened[occasion].add(card)
        if occasion in ("dealt", "seen", "taken"):
            self.happened["known"].add(card)
        self.first_turn.setdefault((occasion, card), self.turns)

    def begin_turn(self, visible: Iterable[str]) -> None:
        self.turns += 1
        for card in visible:
            self.happens("seen", card)
        for card in self.hand:
            self.sums[card]["hand_turns"] += 1

    def leave_hand(self, card: str) -> None:
        if self.hand[card] == 0:
            raise ValueError(f"{card} is not in hand")
        self.hand[card] -= 1
        self.hand += Counter()  # drops what there is none of

    def play(self, card: str) -> None:
        self.happens("played", card)
        self.sums[card]["times_played"] += 1


class _GameCount:
    def __init__(self, lines: list[Line], games_per_block: int, deck: Deck, tables: Tables) -> None:
        self.setup, self.result = lines[0], lines[-1]
        self.events = lines[1:-1]
        self.deck = deck
        self.tables = tables
        self.game_id: int = self.setup["index"]
        self.block_id, self.seating = divmod(self.game_id, games_per_block)
        self.batch = self.block_id // 8 % 256
        self.players: int = self.setup["players"]
        self.seats = [
            _SeatCount(self.setup["dealt"][seat], self.setup["temples"][seat])
            for seat in range(self.players)
        ]
        self.strategies: list[str] = list(self.setup["strategies"])
        self.levels = sum(1 << (level - 1) for level in self.setup.get("levels", []))
        self.solo = "marco" in self.setup
        if self.solo:
            self.seats.append(_SeatCount([], []))
            self.strategies.append("marco")
        self.row: Counter[str] = Counter(self.setup["row"])
        self.piles: list[str | None] = list(self.setup["piles"])
        self.ender = -1

    def count(self) -> None:
        self._follow()
        self._add_game()
        wins = self.result["winners"]
        standing = list(
            zip(self.result["scores"], self.result["cards"], self.result["best"], strict=True)
        )
        for number, seat in enumerate(self.seats):
            win12 = 12 // len(wins) if number in wins else 0
            rank = 1 + sum(other > standing[number] for other in standing)
            if self.solo:  # points alone count, and a tie is lost
                rank = 1 if number in wins else 2
            self._add_seat(number, seat, rank, win12)
            if number < self.players:
                self._add_cards(number, seat, win12)
            self._add_coameh(number, seat, win12)

    # The course of the game -----------------------------------------------------------------------

    def _follow(self) -> None:
        to_move = -1  # whose turn it is; none before the first
        acted = False  # whether the action at hand has been counted
        for event in self.events:
            number, do = event["seat"], event["do"]
            seat = self.seats[number]
            if do == "keep":
                for card in event["cards"]:
                    seat.hand[card] += 1
                    seat.happens("kept", card)
                    seat.happens("taken", card)
                continue
            if do == "last_turns":
                self.ender = number
                continue
            if number != to_move:
                to_move = number
                tops = [card for card in self.piles if card is not None]
                seat.begin_turn([*(+self.row), *tops])
            if do == "end_action":
                acted = False
                continue
            if not acted and do != "pass" and self.ender not in (-1, number):
                seat.last_actions += 1
            acted = True
            self._apply(seat, event)
        if self.solo:  # it ends with the turn that set off the end
            self.ender = self.events[-1]["seat"]

    def _apply(self, seat: _SeatCount, event: Line) -> None:
        match event["do"]:
            case "take":
                seat.pieces += len(event["pieces"])
            case "draw":
                self._draw(seat, event)
            case "reveal":
                self.row.update(event["cards"])
            case "discard":
                for card in event["cards"]:
                    if event["from"] == "hand":
                        seat.leave_hand(card)
                    else:
                        self._leave_row(card)
            case "start":
                seat.coameh[event["coatl"]] = [event["piece"]]
            case "extend":
                chain = seat.coameh[event["coatl"]]
                chain.insert(0 if event["end"] == "head" else len(chain), event["piece"])
            case "prophecy":
                seat.leave_hand(event["card"])
                seat.play(event["card"])
            case "temple":
                if event["from"] == "hand":
                    seat.leave_hand(event["card"])
                else:
                    seat.happens("taken", event["card"])
                seat.play(event["card"])
            case "uncover":
                self.piles[event["pile"]] = event["card"]
            case "token":
                self._token(seat, event)
            case "finish":
                self._finish(seat, event)
            case "claim":
                self._leave_row(event["card"])
            case "complete":
                seat.completed.append(event["points"])
            case "refill" | "reshuffle" | "pass" | "discard_space" | "place":
                pass
            case unknown:
                raise ValueError(f"game {self.game_id}: unknown event {unknown}")

    def _draw(self, seat: _SeatCount, event: Line) -> None:
        card = event["card"]
        if event["from"] == "row":
            self._leave_row(card)
            seat.happens("drawn_open", card)
        else:
            seat.happens("drawn_deck", card)
        seat.happens("taken", card)
        seat.hand[card] += 1
        seat.drawn += 1

    def _leave_row(self, card: str) -> None:
        if self.row[card] == 0:
            raise ValueError(f"game {self.game_id}: {card} is not in the row")
        self.row[card] -= 1

    def _token(self, seat: _SeatCount, event: Line) -> None:
        seat.tokens += 1
        if event["kind"] == "perfect-pick":
            seat.pieces += len(event["pieces"])
        elif event["kind"] == "priests-commitment":
            seat.happens("drawn_deck", event["card"])
            seat.happens("taken", event["card"])
            seat.hand[event["card"]] += 1

    def _finish(self, seat: _SeatCount, event: Line) -> None:
        chain = seat.coameh[event["coatl"]]
        text = "".join(
            {"h": "^" + piece[1], "b": piece[1], "t": piece[1] + "$"}[piece[0]] for piece in chain
        )
        seat.finished.append(
            {
                "turn": seat.turns,
                "pieces": text,
                "length": len(chain),
                "points": event["points"],
                "cards": list(event["cards"]),
                "card_points": list(event["cards"].values()),
            }
        )
        for card, points in event["cards"].items():
            if points > 0:
                seat.happens("scored", card)
            sums = seat.sums[card]
            sums["points"] += points
            sums["points_sq"] += points * points
            sums[f"level_{self.deck.level(card, points)}"] += 1

    # The tables -----------------------------------------------------------------------------------

    def _add_game(self) -> None:
        turns = sum(seat.turns for seat in self.seats)
        if turns != self.result["turns"]:
            raise ValueError(
                f"game {self.game_id}: {turns} turns, result says {self.result['turns']}"
            )
        scores = sorted(self.result["scores"], reverse=True)
        self.tables.games[self.game_id] = {
            "block_id": self.block_id,
            "batch": self.batch,
            "seating": self.seating,
            "players": self.players,
            "levels": self.levels,
            "turns": turns,
            "end": self.result["end"],
            "ender": self.ender,
            "winner_mask": sum(1 << seat for seat in self.result["winners"]),
            "top_points": scores[0],
            "margin": scores[0] - scores[1],
        }

    def _add_seat(self, number: int, seat: _SeatCount, rank: int, win12: int) -> None:
        points = [coatl["points"] for coatl in seat.finished] + seat.completed
        self.tables.seats[self.game_id, number] = {
            "strategy": self.strategies[number],
            "levels": self.levels,
            "points": sum(points),
            "rank": rank,
            "win12": win12,
            "turns": seat.turns,
            "last_actions": seat.last_actions,
            "coameh": len(seat.finished),
            "cards": sum(len(coatl["cards"]) for coatl in seat.finished) + len(seat.completed),
            "best": max(points, default=0),
            "pieces": seat.pieces,
            "drawn": seat.drawn,
            "tokens": seat.tokens,
        }
        for column, given in (("points", "scores"), ("cards", "cards"), ("best", "best")):
            counted = self.tables.seats[self.game_id, number][column]
            if counted != self.result[given][number]:
                raise ValueError(f"game {self.game_id}: seat {number} has {column} {counted}")

    def _add_cards(self, number: int, seat: _SeatCount, win12: int) -> None:
        seat.happened["all"] = set(self.deck.levels)
        seat.happened["stranded"] = set(seat.hand)
        for card in self.deck.levels:
            place = (self.strategies[number], self.players, self.levels, number, self.batch)
            sums = self.tables.cards[card, *place]
            for occasion in OCCASIONS:
                if card in seat.happened[occasion]:
                    sums[f"n_{occasion}"] += 1
                    sums[f"win12_{occasion}"] += win12
            for occasion in TIMED:
                sums[f"turn_{occasion}"] += seat.first_turn.get((occasion, card), 0)
            sums.update(seat.sums.get(card, Counter()))

    def _add_coameh(self, number: int, seat: _SeatCount, win12: int) -> None:
        strategy = self.strategies[number]
        for coatl in seat.finished:
            self.tables.coameh.append({"game_id": self.game_id, "seat": number, **coatl})
            for card, other in combinations(sorted(coatl["cards"]), 2):
                pair = self.tables.pairs[card, other, strategy, self.players]
                pair["n"] += 1
                pair["win12"] += win12
                pair["points"] += coatl["points"]
