"""The tables of a run folder, counted once more from the replays (tests/referee/recount.py)."""

from __future__ import annotations

import copy
import json
import subprocess
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from referee.recount import Deck, Line, Tables, recount


@pytest.fixture(scope="module")
def deck(tree: Path) -> Deck:
    return Deck.load(tree / "data" / "coatl")


@pytest.fixture(scope="module")
def short_game(tree: Path) -> list[Line]:
    text = (tree / "tests" / "referee" / "coatl_short_game.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def card(tables: Tables, name: str, seat: int) -> dict[str, int]:
    """The columns of a card that are not 0, without those of every seat-game."""
    (sums,) = (sums for key, sums in tables.cards.items() if (key[0], key[4]) == (name, seat))
    return {column: value for column, value in sums.items() if value and column[-4:] != "_all"}


# The counts below were made by hand from tests/referee/coatl_short_game.jsonl.


def test_games_and_seats_of_a_game_counted_by_hand(short_game: list[Line], deck: Deck) -> None:
    tables = recount(short_game, 1, deck)
    assert tables.games[0] == {
        "block_id": 0,
        "batch": 0,
        "seating": 0,
        "players": 2,
        "levels": 0,
        "turns": 10,
        "end": "third-coatl",
        "ender": 0,
        "winner_mask": 1,
        "top_points": 9,
        "margin": 9,
    }
    first, second = tables.seats[0, 0], tables.seats[0, 1]
    columns = ["points", "rank", "win12", "turns", "last_actions", "coameh", "cards", "best"]
    columns += ["pieces", "drawn", "tokens"]
    assert [first[column] for column in columns] == [9, 1, 12, 5, 0, 1, 3, 9, 6, 0, 0]
    # Two last actions: the token counts, the pass does not; together they are one turn.
    assert [second[column] for column in columns] == [0, 2, 0, 5, 1, 0, 0, 0, 4, 3, 2]


def test_cards_of_a_game_counted_by_hand(short_game: list[Line], deck: Deck) -> None:
    tables = recount(short_game, 1, deck)
    # Kept and put on a coatl in the fifth turn, for its first level.
    occasions = ["dealt", "kept", "taken", "known", "played", "scored"]
    assert card(tables, "P09", 0) == {
        **{f"n_{occasion}": 1 for occasion in occasions},
        **{f"win12_{occasion}": 12 for occasion in occasions},
        "turn_played": 5,
        "hand_turns": 5,
        "times_played": 1,
        "points": 2,
        "points_sq": 4,
        "level_1": 1,
    }
    # A temple on top of a pile from the start, played from there.
    assert card(tables, "T01", 0)["turn_seen"] == 1
    assert card(tables, "T01", 0)["turn_taken"] == 5
    assert "n_stranded" not in card(tables, "T01", 0)
    # Seen from the first turn on, drawn from the row in the third, in hand for two more.
    assert card(tables, "P00", 1) == {
        "n_seen": 1,
        "n_drawn_open": 1,
        "n_taken": 1,
        "n_known": 1,
        "n_stranded": 1,
        "turn_seen": 1,
        "turn_taken": 3,
        "hand_turns": 2,
    }
    # Dealt and not kept; from the deck; new in the row after seat 1's third turn; discarded.
    assert card(tables, "P13", 1) == {"n_dealt": 1, "n_known": 1}
    assert card(tables, "P14", 1)["n_drawn_deck"] == 1
    assert card(tables, "P20", 0)["turn_seen"] == card(tables, "P20", 1)["turn_seen"] == 4
    assert "n_stranded" not in card(tables, "P10", 1)
    # Uncovered by seat 0's last action: only seat 1 begins a turn after it.
    assert card(tables, "T05", 0) == {}
    assert card(tables, "T05", 1) == {"n_seen": 1, "n_known": 1, "turn_seen": 5}
    # Every card has a row for every seat.
    assert len(tables.cards) == 2 * 64
    assert all(sums["n_all"] == 1 for sums in tables.cards.values())


def test_pairs_and_coameh_of_a_game_counted_by_hand(short_game: list[Line], deck: Deck) -> None:
    tables = recount(short_game, 1, deck)
    once = {"n": 1, "win12": 12, "points": 9}
    assert tables.pairs == {
        ("P09", "P28", "a", 2): once,
        ("P09", "T01", "a", 2): once,
        ("P28", "T01", "a", 2): once,
    }
    assert tables.coameh == [
        {
            "game_id": 0,
            "seat": 0,
            "turn": 5,
            "pieces": "^BBYY$",
            "length": 4,
            "points": 9,
            "cards": ["P09", "P28", "T01"],
            "card_points": [2, 4, 3],
        }
    ]


def test_copies_of_a_kind_are_one_card(short_game: list[Line], deck: Deck) -> None:
    game = copy.deepcopy(short_game)
    game[0]["row"][5] = "P00"
    for line in game:
        if line.get("from") == "deck":
            line["card"] = "P00"
        if line.get("from") == "row" and "P07" in line.get("cards", []):
            line["cards"][5] = "P00"
    both = card(recount(game, 1, deck), "P00", 1)
    assert both["n_drawn_open"] == both["n_drawn_deck"] == both["n_taken"] == 1
    assert both["n_stranded"] == 1
    assert both["hand_turns"] == 2


def test_games_have_their_place_in_the_schedule(short_game: list[Line], deck: Deck) -> None:
    game = copy.deepcopy(short_game)
    game[0]["index"] = 2 * (8 * 257 + 3) + 1
    (row,) = recount(game, 2, deck).games.values()
    assert (row["block_id"], row["seating"], row["batch"]) == (8 * 257 + 3, 1, 1)


def test_shared_victory_and_ranks(short_game: list[Line], deck: Deck) -> None:
    game = copy.deepcopy(short_game)
    game[-1]["winners"] = [0, 1]
    tables = recount(game, 1, deck)
    assert [tables.seats[0, seat]["win12"] for seat in (0, 1)] == [6, 6]
    assert tables.games[0]["winner_mask"] == 3


@pytest.mark.parametrize(
    ("key", "wrong"), [("turns", 11), ("scores", [8, 0]), ("cards", [2, 0]), ("best", [9, 1])]
)
def test_a_result_that_does_not_fit_the_game_is_found(
    short_game: list[Line], deck: Deck, key: str, wrong: object
) -> None:
    game = copy.deepcopy(short_game)
    game[-1][key] = wrong
    with pytest.raises(ValueError, match="game 0"):
        recount(game, 1, deck)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_counts_of_random_games_hold_together(program: Path, deck: Deck, players: int) -> None:
    flags = [f"--players={players}", "--strategies=random", "--from=0", "--count=50"]
    replays = subprocess.run(
        [program, "replay", "--game=coatl", *flags, "--format=jsonl"],
        check=True,
        capture_output=True,
        timeout=60,
    ).stdout
    tables = recount(map(json.loads, replays.splitlines()), 1, deck)
    assert len(tables.games) == 50
    assert len(tables.seats) == 50 * players
    total: Counter[str] = Counter()
    for sums in tables.cards.values():
        total.update(sums)
        assert sums["n_kept"] <= sums["n_dealt"] <= sums["n_known"] <= sums["n_all"]
        assert sums["n_scored"] <= sums["n_played"] <= sums["n_taken"]
        assert sums["times_played"] >= sum(sums[f"level_{level}"] for level in range(5))
    assert total["n_all"] == 64 * len(tables.seats)
    assert total["win12_all"] == 64 * 12 * 50
    assert total["points"] == sum(row["points"] for row in tables.seats.values())
    on_coameh = sum(total[f"level_{level}"] for level in range(5))
    assert on_coameh == sum(row["cards"] for row in tables.seats.values())


# The program's tables -----------------------------------------------------------------------------

# Flags, games of a block, --games, games that are then played.
RUNS = [
    pytest.param(("--players=2 --strategies=random", 1, 300, 300), id="mirror"),
    pytest.param(("--players=2 --strategies=greedy,random", 2, 300, 300), id="pair"),
    pytest.param(("--players=3 --strategies=greedy,greedy,random", 3, 240, 240), id="three"),
    pytest.param(("--players=4 --strategies=greedy,random,random,greedy", 6, 240, 240), id="four"),
    pytest.param(("--game=coatl-solo --strategies=random", 1, 200, 200), id="solo"),
    pytest.param(("--game=coatl-solo --levels=2,5", 1, 200, 200), id="solo with levels"),
    pytest.param(("--game=coatl-solo --levels=all", 32, 20, 640), id="solo with all levels"),
    pytest.param(
        ("--game=coatl-solo --ruleset=ends_first --set solo.private_temple=true", 1, 100, 100),
        id="solo, another ruleset",
    ),
]


@pytest.fixture(scope="module", params=RUNS)
def counted(
    request: pytest.FixtureRequest,
    program: Path,
    deck: Deck,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, Tables]:
    """A run folder with every table, and the count of its replays."""
    text, games_per_block, games, replayed = request.param
    folder = tmp_path_factory.mktemp("recount") / "run"
    flags = [*text.split(), "--seed=7"]
    subprocess.run(
        [program, "simulate", *flags, f"--games={games}", "--detail=full", f"--out={folder}"],
        check=True,
        capture_output=True,
        timeout=300,
    )
    replays = subprocess.run(
        [program, "replay", *flags, "--from=0", f"--count={replayed}", "--format=jsonl"],
        check=True,
        capture_output=True,
        timeout=300,
    ).stdout
    tables = recount(map(json.loads, replays.splitlines()), games_per_block, deck)
    assert len(tables.games) == replayed
    return folder, tables


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / table).to_pylist()
    return found


def differences(
    found: dict[Any, dict[str, Any]], expected: Mapping[Any, Mapping[str, Any]]
) -> list[str]:
    """Keys on one side alone, and columns that differ (a column that was not counted is 0)."""
    texts = [f"{key} only once" for key in found.keys() ^ expected.keys()]
    for key in found.keys() & expected.keys():
        for column in found[key].keys() | expected[key].keys():
            ours, theirs = expected[key].get(column, 0), found[key].get(column, 0)
            if ours != theirs:
                texts.append(f"{key} {column}: counted {ours}, in the file {theirs}")
    return sorted(texts)


def by_key(table: list[dict[str, Any]], *names: str) -> dict[Any, dict[str, Any]]:
    keyed = {}
    for row in table:
        key = tuple(row.pop(name) for name in names)
        assert key not in keyed, f"{key} twice"
        keyed[key if len(names) > 1 else key[0]] = row
    return keyed


def test_games_are_those_of_the_replays(counted: tuple[Path, Tables]) -> None:
    folder, tables = counted
    found = by_key(rows(folder, "games"), "game_id")
    for row in found.values():
        assert row.pop("decisions") >= 0  # no replay tells
    assert differences(found, tables.games) == []


def test_seats_are_those_of_the_replays(counted: tuple[Path, Tables]) -> None:
    folder, tables = counted
    assert differences(by_key(rows(folder, "seats"), "game_id", "seat"), tables.seats) == []


def test_cards_are_those_of_the_replays(counted: tuple[Path, Tables]) -> None:
    folder, tables = counted
    keys = ("card", "strategy", "players", "levels", "seat", "batch")
    assert differences(by_key(rows(folder, "cards"), *keys), tables.cards) == []


def test_pairs_are_those_of_the_replays(counted: tuple[Path, Tables]) -> None:
    folder, tables = counted
    found = by_key(rows(folder, "pairs"), "card", "with", "strategy", "players")
    together = {(*sorted(key[:2]), *key[2:]): row for key, row in found.items()}
    assert len(together) == len(found)
    assert differences(together, tables.pairs) == []


def test_coameh_are_those_of_the_replays(counted: tuple[Path, Tables]) -> None:
    folder, tables = counted
    # The page does not say in which order.
    assert sorted(rows(folder, "coameh"), key=str) == sorted(tables.coameh, key=str)


def test_events_are_the_lines_of_the_replays(counted: tuple[Path, Tables], program: Path) -> None:
    folder, _ = counted
    events = rows(folder, "events")
    games = [list(group) for _, group in groupby(events, key=lambda row: row["game_id"])]
    replays = subprocess.run(
        [program, "replay", f"--run={folder}", f"--count={len(games)}", "--format=jsonl"],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    ).stdout.splitlines()
    lines = [json.loads(line) for line in replays]
    assert [row["seq"] for row in games[0]] == list(range(len(games[0])))
    of_the_file = [json.loads(row["event"]) for row in events]
    kinds = {line["type"] for line in of_the_file}
    assert of_the_file == [line for line in lines if line["type"] in kinds]
    assert "event" in kinds
