"""Tests of the Splendor referee: a short replay with the many ways in which it could be wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import splendor
from referee.coatl import Report
from referee.splendor_game import Event, Rules

SHORT_GAME = Rules.load(splendor.DATA_FOLDER, end_points=3)
TEXT = (Path(splendor.__file__).parent / "splendor_short_game.jsonl").read_text("utf-8")


class Replay:
    """The short replay, to be changed. Lines are found by what they do."""

    def __init__(self) -> None:
        self.lines: list[Event] = [json.loads(line) for line in TEXT.splitlines()]

    def at(self, do: str, /, **keys: Any) -> int:
        return next(
            i
            for i, line in enumerate(self.lines)
            if line.get("do") == do and all(line[key] == value for key, value in keys.items())
        )

    def change(self, do: str, /, find: Any = None, **keys: Any) -> Replay:
        self.lines[self.at(do, **(find or {}))].update(keys)
        return self

    def drop(self, do: str) -> Replay:
        del self.lines[self.at(do)]
        return self

    def insert(self, place: int, do: str, /, **keys: Any) -> Replay:
        seat = self.lines[place - 1].get("seat", 0)
        self.lines.insert(place, {"type": "event", "seat": seat, "do": do, **keys})
        return self


def check(replay: Replay, rules: Rules = SHORT_GAME) -> Report:
    return splendor.check((json.dumps(line) for line in replay.lines), rules)


def test_the_short_replay_is_legal() -> None:
    report = check(Replay())
    assert report.errors == []
    assert str(report) == "1 games, 51 events: all legal"


def test_the_printed_game_does_not_end_with_three_points() -> None:
    report = check(Replay(), Rules.load(splendor.DATA_FOLDER))
    assert "'seat' is 0, expected 1" in str(report)


SETUP, RESULT = 0, -1

MUTATIONS: dict[str, tuple[Callable[[Replay], Any], str]] = {
    "setup: another bank": (
        lambda r: r.lines[SETUP]["bank"].update(gold=4),
        "'bank' is",
    ),
    "setup: a short row": (lambda r: r.lines[SETUP]["table"][1].pop(), "the length of row 2"),
    "setup: a card in the wrong row": (
        lambda r: r.lines[SETUP]["table"][0].__setitem__(0, "D3-01"),
        "D3-01 is not in deck 1",
    ),
    "setup: a noble twice": (
        lambda r: r.lines[SETUP].update(nobles=["N01", "N01", "N02"]),
        "the number of nobles",
    ),
    "setup: no such noble": (
        lambda r: r.lines[SETUP].update(nobles=["N01", "N02", "N99"]),
        "no noble 'N99'",
    ),
    "setup: five players": (lambda r: r.lines[SETUP].update(players=5), "5 players"),
    "setup: another game": (lambda r: r.lines[SETUP].update(game="coatl"), "'game' is"),
    "setup: key missing": (lambda r: r.lines[SETUP].pop("strategies"), "'strategies' is missing"),
    "take: gold": (lambda r: r.change("take", tokens=["gold"]), "no token 'gold'"),
    "take: two colours": (
        lambda r: r.change("take", tokens=["white", "red"]),
        "may not be taken from",
    ),
    "take: four": (
        lambda r: r.change("take", tokens=["white", "blue", "green", "red"]),
        "may not be taken from",
    ),
    "take: nothing": (lambda r: r.change("take", tokens=[]), "nothing is taken"),
    "take: a further key": (lambda r: r.change("take", card="D1-01"), "unknown keys ['card']"),
    "wrong seat": (lambda r: r.change("take", seat=3), "'seat' is 3"),
    "reserve: another tier": (lambda r: r.change("reserve", tier=4), "'tier' is 4"),
    "reserve: no gold told": (
        lambda r: r.change("reserve", find={"gold": True}, gold=False),
        "'gold' is False",
    ),
    "reserve: from nowhere": (lambda r: r.change("reserve", **{"from": "hand"}), "'from' is"),
    "reserve: not on the table": (
        lambda r: r.change("reserve", find={"from": "deck"}, **{"from": "table"}),
        "is not on the table",
    ),
    "reserve: not in the deck": (
        lambda r: r.change("reserve", find={"from": "table"}, **{"from": "deck"}),
        "is not in deck",
    ),
    "reveal: missing": (lambda r: r.drop("reveal"), "expected: reveal"),
    "reveal: a card of the table": (
        lambda r: r.change("reveal", card=r.lines[SETUP]["table"][0][0]),
        "is not in deck",
    ),
    "reveal: none while the deck lasts": (
        lambda r: r.change("reveal", card=None),
        "is not in deck",
    ),
    "reveal: not due": (
        lambda r: r.insert(r.at("take") + 1, "reveal", tier=1, card="D1-01"),
        "'reveal' cannot come here",
    ),
    "buy: another price": (lambda r: r.change("buy", paid={"white": 9}), "'paid' is"),
    "buy: not there": (lambda r: r.change("buy", card="D3-20"), "is not"),
    "buy: no such card": (lambda r: r.change("buy", card="D9-99"), "no card 'D9-99'"),
    "return: missing": (lambda r: r.drop("return"), "expected: return"),
    "return: one too many": (
        lambda r: r.lines[r.at("return")]["tokens"].append(r.lines[r.at("return")]["tokens"][0]),
        "",
    ),
    "return: not due": (
        lambda r: r.insert(r.at("take") + 1, "return", tokens=["white"]),
        "'return' cannot come here",
    ),
    "noble: does not come": (
        lambda r: r.insert(r.at("take") + 1, "noble", card="N01"),
        "'noble' cannot come here",
    ),
    "pass: something can be done": (
        lambda r: r.insert(1, "pass"),
        "pass, although the player could take",
    ),
    "end_action: missing": (lambda r: r.drop("end_action"), "'seat' is 1, expected 0"),
    "last_turns: missing": (lambda r: r.drop("last_turns"), "'seat' is 1, expected 0"),
    "result: other winners": (lambda r: r.lines[RESULT].update(winners=[0, 1]), "'winners' is"),
    "result: other scores": (lambda r: r.lines[RESULT].update(scores=[9, 9]), "'scores' is"),
    "result: other cards": (lambda r: r.lines[RESULT].update(cards=[9, 9]), "'cards' is"),
    "result: other turns": (lambda r: r.lines[RESULT].update(turns=1), "'turns' is"),
    "result: another end": (lambda r: r.lines[RESULT].update(end="passes"), "'end' is"),
    "result: missing": (lambda r: r.lines.pop(), "no result line"),
    "result: too early": (
        lambda r: r.lines.__delitem__(slice(r.at("last_turns"), RESULT)),
        "the game is not over",
    ),
    "no event of the game": (lambda r: r.change("take", do="draw"), "no event 'draw'"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_what_is_wrong_is_found(name: str) -> None:
    mutate, reason = MUTATIONS[name]
    replay = Replay()
    mutate(replay)
    report = check(replay)
    assert len(report.errors) == 1, report
    assert reason in report.errors[0].reason


def test_lines_that_are_no_json_and_no_game() -> None:
    assert "there is no game" in str(splendor.check([], SHORT_GAME))
    assert "outside of a game" in str(splendor.check(['{"type":"event"}'], SHORT_GAME))
    assert splendor.check(["{"], SHORT_GAME).errors


def test_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(TEXT, "utf-8")
    assert splendor.main([str(file)]) == 1  # the printed game goes on to 15 points
    assert "1 errors" in capsys.readouterr().out
