"""Splendor's tables, counted once more from the replays, and its runs with every option."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from referee.recount import Line, Tables
from referee.recount_splendor import load_points, recount


@pytest.fixture(scope="module")
def points(tree: Path) -> dict[str, int]:
    return load_points(tree / "data" / "splendor")


@pytest.fixture(scope="module")
def short_game(tree: Path) -> list[Line]:
    text = (tree / "tests" / "referee" / "splendor_short_game.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments], capture_output=True, text=True, check=True, timeout=300
    )


@pytest.mark.parametrize(("key", "wrong"), [("turns", 99), ("scores", [8, 0]), ("cards", [99, 0])])
def test_a_result_that_does_not_fit_the_game_is_found(
    short_game: list[Line], points: dict[str, int], key: str, wrong: object
) -> None:
    recount(short_game, 1, points)
    game = copy.deepcopy(short_game)
    game[-1][key] = wrong
    with pytest.raises(ValueError, match="game"):
        recount(game, 1, points)


RUNS = [
    pytest.param(("2", "random", 1, 400), id="mirror"),
    pytest.param(("2", "greedy,random", 2, 200), id="pair"),
    pytest.param(("3", "planner,greedy,random", 6, 60), id="three"),
    pytest.param(("4", "greedy,random,random,greedy", 6, 120), id="four"),
]


@pytest.fixture(scope="module", params=RUNS)
def counted(
    request: pytest.FixtureRequest,
    program: Path,
    points: dict[str, int],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, Tables]:
    """A run folder with every table, and the count of its replays."""
    players, strategies, games_per_block, games = request.param
    folder = tmp_path_factory.mktemp("recount") / "run"
    flags = [f"--players={players}", f"--strategies={strategies}", "--game=splendor", "--seed=7"]
    run(program, "simulate", *flags, f"--games={games}", "--detail=full", f"--out={folder}")
    replays = run(
        program, "replay", *flags, "--from=0", f"--count={games}", "--format=jsonl"
    ).stdout
    return folder, recount(map(json.loads, replays.splitlines()), games_per_block, points)


def rows(folder: Path, table: str, *keys: str) -> dict[Any, dict[str, Any]]:
    found = {}
    for row in pq.read_table(folder / table).to_pylist():
        key = tuple(row.pop(name) for name in keys)
        assert key not in found, f"{key} twice"
        found[key if len(keys) > 1 else key[0]] = row
    return found


def differences(
    found: Mapping[Any, Mapping[str, Any]], expected: Mapping[Any, Mapping[str, Any]]
) -> list[str]:
    """Keys on one side alone, and columns that differ (a column that was not counted is 0)."""
    texts = [f"{key} only once" for key in found.keys() ^ expected.keys()]
    for key in found.keys() & expected.keys():
        for column in found[key].keys() | expected[key].keys():
            ours, theirs = expected[key].get(column, 0), found[key].get(column, 0)
            if ours != theirs:
                texts.append(f"{key} {column}: counted {ours}, in the file {theirs}")
    return sorted(texts)


def test_games_are_those_of_the_replays(counted: tuple[Path, Tables]) -> None:
    folder, tables = counted
    found = rows(folder, "games", "game_id")
    for row in found.values():
        assert row.pop("decisions") >= 0  # no replay tells
    assert differences(found, tables.games) == []


def test_seats_are_those_of_the_replays(counted: tuple[Path, Tables]) -> None:
    folder, tables = counted
    assert differences(rows(folder, "seats", "game_id", "seat"), tables.seats) == []


def test_cards_are_those_of_the_replays(counted: tuple[Path, Tables]) -> None:
    folder, tables = counted
    keys = ("card", "strategy", "players", "levels", "seat", "batch")
    assert differences(rows(folder, "cards", *keys), tables.cards) == []


def test_passes_are_counted(counted: tuple[Path, Tables]) -> None:
    folder, _ = counted
    seats = rows(folder, "seats", "game_id", "seat")
    games = {key[0] for key, row in seats.items() if row["passes"] > 0}
    strategies = {row["strategy"] for row in seats.values()}
    if strategies == {"random"}:
        assert 0 < len(games) < 0.06 * len(seats) / 2  # about two games in a hundred


FLAGS = ["--game=splendor", "--players=3", "--strategies=greedy,random,random", "--quiet"]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a run, run.json without what belongs to the machine."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    told = json.loads(files["run.json"])
    del told["machine"]
    files["run.json"] = json.dumps(told).encode()
    return files


def test_threads_and_resuming_change_nothing(program: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once", tmp_path / "twice"
    run(program, "simulate", *FLAGS, "--games=900", "--threads=1", f"--out={once}")
    run(program, "simulate", *FLAGS, "--games=300", "--threads=2", f"--out={twice}")
    run(program, "simulate", f"--resume={twice}", "--games=900", "--threads=2", "--quiet")
    assert contents(once) == contents(twice)


@pytest.mark.parametrize(
    ("detail", "tables"),
    [
        ("summary", ["cards"]),
        ("games", ["cards", "games", "seats"]),
        ("full", ["cards", "events", "games", "seats"]),
    ],
)
def test_detail_chooses_the_tables(
    program: Path, tmp_path: Path, detail: str, tables: list[str]
) -> None:
    folder = tmp_path / "run"
    run(program, "simulate", *FLAGS, "--games=30", f"--detail={detail}", f"--out={folder}")
    names = ["cards", "events", "games", "seats"]
    assert [name for name in names if any(folder.glob(f"{name}/*.parquet"))] == tables


def test_the_summary_shows_tiers_colours_and_nobles(program: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    flags = ["--game=splendor", "--strategies=greedy,random", "--games=400", "--format=json"]
    summary = json.loads(run(program, "simulate", *flags, "--quiet", f"--out={folder}").stdout)
    deck = json.loads((folder / "run.json").read_text())["deck"]
    assert [len(deck["developments"]), len(deck["nobles"])] == [90, 10]
    groups = {(group["strategy"], group["group"]): group for group in summary["groups"]}
    rows = pq.read_table(folder / "cards").to_pylist()
    for strategy in ("greedy", "random"):
        for name, column, value in [("tier 2", "tier", 2), ("red", "bonus", "red")]:
            ids = {row["id"] for row in deck["developments"] if row[column] == value}
            mine = [row for row in rows if row["card"] in ids and row["strategy"] == strategy]
            played = sum(row["n_played"] for row in mine)
            reserved = sum(row["n_drawn_open"] + row["n_drawn_deck"] for row in mine)
            group = groups[strategy, name]
            assert group["cards"] == len(ids)
            assert group["played_mean"] == pytest.approx(played / 400)
            assert group["drawn_mean"] == pytest.approx(reserved / 400)
            turns = sum(row["turn_played"] for row in mine)
            assert group["turn_played_mean"] == pytest.approx(turns / played)
            won = sum(row["win12_played"] for row in mine)
            assert group["win_share_played"] == pytest.approx(won / 12 / played)
        everything = [groups[strategy, f"tier {tier}"] for tier in (1, 2, 3)]
        everything.append(groups[strategy, "nobles"])
        (points,) = (
            entry["points_mean"] for entry in summary["strategies"] if entry["strategy"] == strategy
        )
        assert sum(group["points_mean"] for group in everything) == pytest.approx(points)


def test_stop_at_stops_when_the_shares_are_known(program: Path) -> None:
    flags = ["--game=splendor", "--strategies=random", "--games=200000", "--stop-at=1.5pp"]
    summary = json.loads(run(program, "simulate", *flags, "--quiet", "--format=json").stdout)
    assert summary["games"] % 1024 == 0
    assert summary["games"] < 200000
    assert all(seat["high"] - seat["low"] <= 0.03 for seat in summary["seats"])
