"""Splendor from the command line: every game that the program plays is legal to the referee."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from referee.splendor import check
from referee.splendor_game import Rules

# Fields of the ruleset, and the same for the referee.
RULESETS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "base": ([], {}),
    "few tokens": (
        ["tokens=[3,3,4]", "gold=2", "token_limit=6", "take_same_needs=3"],
        {"tokens": (3, 3, 4), "gold": 2, "token_limit": 6, "take_same_needs": 3},
    ),
    "no reserving": (["reserved_limit=0"], {"reserved_limit": 0}),
    "wide table": (
        ["face_up=5", "extra_nobles=3", "reserve_gold=0", "take_different=2"],
        {"face_up": 5, "extra_nobles": 3, "reserve_gold": 0, "take_different": 2},
    ),
    "long": (["end_points=40"], {"end_points": 40}),
    "rounds": (["max_rounds=9"], {"max_rounds": 9}),
}


def replay(program: Path, *flags: str) -> str:
    """What `prestige replay` prints."""
    return subprocess.run(
        [program, "replay", "--game=splendor", *flags],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    ).stdout


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_referee_finds_every_game_legal(
    program: Path, tree: Path, ruleset: str, players: int
) -> None:
    sets, fields = RULESETS[ruleset]
    lines = replay(
        program,
        "--format=jsonl",
        f"--players={players}",
        "--strategies=random",
        "--count=25",
        f"--seed={players}",
        *(f"--set={change}" for change in sets),
    ).splitlines()
    report = check(lines, Rules.load(tree / "data/splendor", **fields))
    assert not report.errors, report
    assert report.games == 25


@pytest.mark.parametrize(
    "strategies", ["greedy,planner", "planner,random,greedy", "search:iterations=9,greedy"]
)
def test_so_it_does_of_strategies(program: Path, tree: Path, strategies: str) -> None:
    players = len(strategies.split(","))
    lines = replay(
        program,
        "--format=jsonl",
        f"--players={players}",
        f"--strategies={strategies}",
        "--count=24",
    ).splitlines()
    report = check(lines, Rules.load(tree / "data/splendor"))
    assert not report.errors, report


def test_every_kind_of_event_and_end_is_among_the_games(program: Path) -> None:
    text = replay(program, "--format=jsonl", "--strategies=random", "--count=800")
    events = [json.loads(line) for line in text.splitlines()]
    assert {event["do"] for event in events if event["type"] == "event"} == {
        *("take", "reserve", "buy", "reveal", "return", "noble", "pass"),
        *("end_action", "last_turns"),
    }
    assert {event["end"] for event in events if event["type"] == "result"} >= {"points"}


def test_search_and_planner_beat_greedy_beats_random(program: Path) -> None:
    for better, worse, share in [
        ("greedy", "random", 0.9),
        ("planner", "greedy", 0.6),
        ("search", "greedy", 0.6),
    ]:
        text = replay(
            program, "--format=jsonl", f"--strategies={better},{worse}", "--count=80", "--seed=2"
        )
        lines = [json.loads(line) for line in text.splitlines()]
        seats = [line["strategies"].index(better) for line in lines if line["type"] == "setup"]
        results = [line for line in lines if line["type"] == "result"]
        won = sum(
            (seat in result["winners"]) / len(result["winners"])
            for seat, result in zip(seats, results, strict=True)
        )
        assert won / len(results) > share, (better, worse)


def test_simulate_writes_tables_that_add_up(program: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run = subprocess.run(
        [
            *(program, "simulate", "--quiet", "--game=splendor", "--players=3", "--games=120"),
            *("--strategies=planner,greedy,random", "--format=json", f"--out={folder}"),
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    summary = json.loads(run.stdout)
    assert sum(summary["ends"].values()) == summary["games"] == 120
    assert set(summary["ends"]) <= {"points", "passes", "rounds", "forfeit"}
    seats = pq.read_table(folder / "seats").to_pylist()
    cards = pq.read_table(folder / "cards").to_pylist()
    assert len(seats) == 3 * 120
    for strategy in ("planner", "greedy", "random"):
        mine = [seat for seat in seats if seat["strategy"] == strategy]
        sums = [row for row in cards if row["strategy"] == strategy]
        developments = [row for row in sums if row["card"].startswith("D")]
        nobles = [row for row in sums if row["card"].startswith("N")]
        points = sum(row["points"] for row in sums)
        assert points == sum(seat["points"] for seat in mine)
        assert sum(row["n_played"] for row in developments) == sum(seat["cards"] for seat in mine)
        assert sum(row["n_played"] for row in nobles) == sum(seat["nobles"] for seat in mine)
        reserved = sum(row["n_drawn_open"] + row["n_drawn_deck"] for row in developments)
        assert reserved == sum(seat["reserved"] for seat in mine)
        assert all(row["n_dealt"] == 0 for row in sums)


def test_score_is_for_coatl_alone(program: Path) -> None:
    run = subprocess.run(
        [program, "score", "--game=splendor", "--coatl=^YGB$", "--card=P08"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 2
    assert "--game=splendor: only the cards of coatl" in run.stderr


@pytest.mark.parametrize("players", [2, 4])
def test_golden_playthrough(program: Path, tree: Path, players: int) -> None:
    """Readable games that a change of behaviour shows up in; scripts/update-goldens writes them."""
    golden = tree / f"tests/golden/splendor_{players}_players.txt"
    text = replay(
        program, "--format=text", f"--players={players}", "--strategies=greedy", "--game-id=0"
    )
    if "PRESTIGE_UPDATE_GOLDENS" in os.environ:
        golden.write_text(text)
    assert "\x1b" not in text
    assert text == golden.read_text(), "behaviour has changed; if meant, run scripts/update-goldens"
