"""Tests of the referee of the solo game: what M.A.R.C.O. must do, and games at random."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from referee import coatl, coatl_random
from referee.coatl_game import Event, RuleError
from referee.coatl_solo import OpenCard, SoloGame, SoloRules, needs_of

RULES = SoloRules.load(coatl.DATA_FOLDER)
ALL_LEVELS = [
    list(levels) for size in range(6) for levels in itertools.combinations(range(1, 6), size)
]


def random_game(seed: int, levels: list[int], rules: SoloRules = RULES) -> list[Event]:
    return list(coatl_random.random_game(rules, 1, seed, tokens=False, levels=levels))


def check(lines: list[Event], rules: SoloRules = RULES) -> coatl.Report:
    return coatl.check((json.dumps(line) for line in lines), rules)


@pytest.mark.parametrize(
    ("card", "needs"),
    [
        ("P04", "BBBBBB"),
        ("P05", "YYYY"),
        ("P15", "YGYGYG"),
        ("P25", "RRRGG"),
        ("P42", "GYGGYG"),
        ("P44", "KY*YK"),
    ],
)
def test_needs_of_the_highest_level(card: str, needs: str) -> None:
    assert sorted(needs_of(RULES.prophecies[card])) == sorted(needs)


def test_a_coloured_need_comes_before_one_for_any_colour() -> None:
    card = OpenCard("P44", needs_of(RULES.prophecies["P44"]))
    for piece in ("hK", "bK", "tK"):
        assert card.lacks_piece(piece)
        card.put(piece)
    assert card.lacks == ["Y", "Y"]
    assert not card.lacks_piece("bK")


@pytest.mark.parametrize("levels", ALL_LEVELS, ids=str)
def test_random_games_are_legal_and_lose_no_piece(levels: list[int]) -> None:
    lines = random_game(7, levels)
    assert check(lines).errors == []
    game = SoloGame.begin(RULES, lines[0])
    all_pieces = game.pieces_in_game()
    assert sum(count for piece, count in all_pieces.items() if piece[0] == "b") == 80
    for line in lines[1:-1]:
        game.apply(line)
        assert game.pieces_in_game() == all_pieces, line
    assert game.gone.total() > 0
    assert sum(len(card.pieces) for card in game.marco) > 0


def test_every_event_and_both_ends_are_reached() -> None:
    games = [random_game(seed, []) for seed in range(60)]
    done = {line.get("do") for game in games for line in game[1:-1]}
    assert done >= {"take", "discard_space", "place", "complete", "claim", "refill", "reveal"}
    assert done >= {"keep", "draw", "start", "extend", "prophecy", "temple", "finish", "pass"}
    assert "last_turns" not in done
    assert {game[-1]["end"] for game in games} == {"third-coatl", "bodies"}
    assert {tuple(game[-1]["winners"]) for game in games} >= {(1,)}


@pytest.mark.parametrize("do", ["take", "place", "complete", "claim", "end_action", "refill"])
def test_nothing_that_marco_does_can_be_left_out(do: str) -> None:
    game = random_game(3, [5])
    places = [i for i, line in enumerate(game) if line.get("do") == do and line.get("seat") == 1]
    assert places
    for place in random.Random(1).sample(places, min(len(places), 8)):
        assert check(game[:place] + game[place + 1 :]).errors, place


def changed(lines: list[Event], do: str, **keys: Any) -> list[Event]:
    """The lines with the first such event of M.A.R.C.O. changed."""
    place = next(i for i, x in enumerate(lines) if x.get("do") == do and x.get("seat") == 1)
    return [*lines[:place], {**lines[place], **keys}, *lines[place + 1 :]]


def test_what_marco_does_is_compared_key_by_key() -> None:
    game = random_game(3, [])
    for do, keys in (
        ("take", {"space": 11}),
        ("take", {"pieces": ["bY"]}),
        ("place", {"piece": "hX"}),
        ("place", {"card": "P99"}),
        ("complete", {"points": 0}),
        ("claim", {"card": "P99"}),
        ("end_action", {"seat": 0}),
    ):
        assert check(changed(game, do, **keys)).errors, (do, keys)
    result = game[-1]
    for key, value in (("winners", [0, 1]), ("scores", [0]), ("turns", 1)):
        assert check([*game[:-1], {**result, key: value}]).errors, key


def test_setup_lines_that_are_wrong() -> None:
    setup = random_game(1, [1, 5])[0]
    assert len(SoloGame.begin(RULES, setup).marco) == 4
    wrong: list[dict[str, Any]] = [
        {"levels": [5, 1]},
        {"levels": [6]},
        {"levels": [1]},
        {"marco": setup["marco"][:3]},
        {"game": "coatl"},
        {"players": 2},
        {"temples": [["T00"]]},
    ]
    for keys in wrong:
        with pytest.raises(RuleError):
            SoloGame.begin(RULES, {**setup, **keys})


def test_another_order_of_spaces_is_another_game() -> None:
    backwards = SoloRules.load(coatl.DATA_FOLDER, space_order=tuple(range(10, 0, -1)))
    game = random_game(4, [], backwards)
    assert check(game, backwards).errors == []
    assert check(game, RULES).errors
