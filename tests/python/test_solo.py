"""Cóatl solo from the command line: games legal to the referee, figures of the tables."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from prestige import intervals
from referee import coatl
from referee.coatl_solo import SoloRules

SETS = 32  # of levels


def run(program: Path, command: str, *flags: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, command, "--game=coatl-solo", *flags], capture_output=True, text=True, timeout=300
    )


def replay(program: Path, *flags: str) -> list[str]:
    """The lines of a replay."""
    done = run(program, "replay", "--format=jsonl", *flags)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def summary(program: Path, *flags: str) -> dict[str, Any]:
    done = run(program, "simulate", "--quiet", "--format=json", *flags)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# Games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "blocks"),
    [
        ("random", 10),
        ("greedy", 3),
        ("planner", 1),
        ("search:iterations=4", 1),
        ("epsilon(greedy,0.3)", 2),
        ("omit(random,P07)", 1),
        ("prefer(greedy,P07)", 1),
    ],
)
def test_the_referee_finds_every_game_of_every_level_legal(
    program: Path, strategy: str, blocks: int
) -> None:
    flags = ["--levels=all", f"--strategies={strategy}", f"--count={SETS * blocks}"]
    lines = replay(program, *flags)
    report = coatl.check(lines, SoloRules.load(coatl.DATA_FOLDER))
    assert not report.errors, report
    assert report.games == SETS * blocks
    levels = [json.loads(line)["levels"] for line in lines if '"setup"' in line]
    assert [sum(1 << (n - 1) for n in numbers) for numbers in levels] == [*range(SETS)] * blocks


@pytest.mark.parametrize(
    ("flags", "fields"),
    [
        (["--ruleset=ends_first"], {"space_order": (7, 8, 9, 10, 1, 2, 3, 4, 5, 6)}),
        (["--ruleset=ends_between"], {"space_order": (1, 7, 2, 8, 3, 9, 4, 10, 5, 6)}),
        (
            ["--set=marco.space_order=[10,9,8,7,6,5,4,3,2,1]"],
            {"space_order": (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)},
        ),
        (["--set=solo.private_temple=true"], {"temples_dealt": 1}),
        (["--set=marco.cards=1"], {"marco_cards": 1}),
        (["--set=body=4"], {"bodies_per_colour": 4}),
    ],
)
def test_other_rulesets_are_played_too(
    program: Path, flags: list[str], fields: dict[str, Any]
) -> None:
    lines = replay(program, *flags, "--strategies=random", "--levels=1,3", "--count=60")
    report = coatl.check(lines, SoloRules.load(coatl.DATA_FOLDER, **fields))
    assert not report.errors, report


def test_every_strategy_of_the_game_for_two_plays_it(program: Path) -> None:
    listed = json.loads(
        subprocess.run(
            [program, "list", "--format=json"], check=True, capture_output=True, timeout=60
        ).stdout
    )
    of_game = defaultdict(list)
    for strategy in listed["strategies"]:
        of_game[strategy["game"]].append({**strategy, "game": ""})
    assert of_game["coatl-solo"] == of_game["coatl"]
    (solo,) = (game for game in listed["games"] if game["game"] == "coatl-solo")
    assert len(solo["levels"]) == 5


def test_an_outside_player_plays_it(program: Path, tree: Path) -> None:
    player = tree / "examples" / "exec_strategy.py"
    lines = replay(program, f"--strategies=exec:{player}", "--levels=2", "--count=2")
    report = coatl.check(lines, SoloRules.load(coatl.DATA_FOLDER))
    assert not report.errors, report
    results = [json.loads(line) for line in lines if '"result"' in line]
    assert all(result["end"] != "forfeit" for result in results)


def test_every_end_and_every_kind_of_event_is_among_the_games(program: Path) -> None:
    lines = [
        json.loads(line)
        for strategy in ("random", "greedy")
        for line in replay(program, f"--strategies={strategy}", "--count=150")
    ]
    results = [line for line in lines if line["type"] == "result"]
    assert {result["end"] for result in results} == {"third-coatl", "bodies"}
    assert {tuple(result["winners"]) for result in results} == {(0,), (1,)}
    for result in results:
        player, marco = result["scores"]
        assert result["winners"] == [0 if player > marco else 1]
    assert {line["do"] for line in lines if line["type"] == "event"} == {
        *("keep", "take", "refill", "draw", "reveal", "start", "extend", "prophecy", "temple"),
        *("uncover", "finish", "pass", "end_action"),
        *("discard_space", "place", "complete", "claim"),
    }


def test_a_set_of_levels_is_the_same_alone_and_among_all(program: Path) -> None:
    """Every set is played with the same deals."""
    together = replay(program, "--levels=all", f"--count={2 * SETS}")
    games = "\n".join(together).split('{"type":"setup"')[1:]
    alone = replay(program, "--levels=4,2", "--count=2")
    for number, game in enumerate("\n".join(alone).split('{"type":"setup"')[1:]):
        same = games[number * SETS + 0b01010]
        assert game.splitlines()[1:] == same.splitlines()[1:]
        assert f'"index":{number}' in game
        assert '"levels":[2,4]' in game


def test_golden_playthrough(program: Path, tree: Path) -> None:
    """A readable game that a change of behaviour shows up in; scripts/update-goldens writes it."""
    golden = tree / "tests/golden/coatl_solo.txt"
    done = run(program, "replay", "--strategies=random", "--levels=3,5", "--seed=2")
    if "PRESTIGE_UPDATE_GOLDENS" in os.environ:
        golden.write_text(done.stdout)
    assert done.stdout == golden.read_text(), (
        "behaviour has changed; if meant, run scripts/update-goldens"
    )


# Figures ------------------------------------------------------------------------------------------


def test_figures_of_the_levels_follow_from_the_tables(program: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    found = summary(program, "--levels=all", "--games=40", "--strategies=greedy", f"--out={folder}")
    assert (found["games"], found["blocks"]) == (40 * SETS, 40)
    wins: dict[int, list[int]] = defaultdict(list)  # by set, block after block
    points: dict[tuple[int, int], list[int]] = defaultdict(list)  # by set and seat
    for row in pq.read_table(folder / "seats").to_pylist():
        points[row["levels"], row["seat"]].append(row["points"])
        if row["seat"] == 0:
            wins[row["levels"]].append(row["win12"])
    margins = {
        levels: [p - m for p, m in zip(points[levels, 0], points[levels, 1], strict=True)]
        for levels in range(SETS)
    }

    assert len(found["levels"]) == SETS
    assert [entry["levels"] for entry in found["levels"][:7]] == [
        *("none", "1", "2"),
        *"345",
        "1,2",
    ]
    for entry in found["levels"]:
        numbers = entry["levels"].replace("none", "").split(",")
        levels = sum(1 << (int(n) - 1) for n in numbers if n)
        share = intervals.block_share_interval(wins.pop(levels), 1)
        assert entry["win_share"] == pytest.approx(share.estimate, abs=1e-9)
        assert entry["low"] == pytest.approx(share.low, abs=1e-9)
        assert entry["high"] == pytest.approx(share.high, abs=1e-9)
        assert entry["margin_mean"] == pytest.approx(sum(margins[levels]) / 40)
        assert entry["margin_low"] < entry["margin_mean"] < entry["margin_high"]
        assert entry["points_mean"] == pytest.approx(sum(points[levels, 0]) / 40)
        assert entry["automaton_points_mean"] == pytest.approx(sum(points[levels, 1]) / 40)
    assert not wins

    for effect in found["level_effects"]:
        bit = 1 << (effect["level"] - 1)
        having = [levels for levels in range(SETS) if levels & bit]
        changes = [sum(margins[s]) / 40 - sum(margins[s - bit]) / 40 for s in having]
        assert effect["margin_mean"] == pytest.approx(sum(changes) / 16)
    shares = {entry["levels"]: entry["win_share"] for entry in found["levels"]}
    with_first = sum(share for name, share in shares.items() if "1" in name.split(","))
    assert found["level_effects"][0]["effect"] == pytest.approx(
        (with_first - (sum(shares.values()) - with_first)) / 16
    )


def test_one_set_of_levels_has_one_row(program: Path) -> None:
    found = summary(program, "--levels=3,1", "--games=20", "--strategies=random")
    assert (found["players"], found["games"], found["blocks"]) == (1, 20, 20)
    assert [entry["levels"] for entry in found["levels"]] == ["1,3"]
    assert "level_effects" not in found
    assert {entry["strategy"] for entry in found["strategies"]} == {"random", "marco"}
    assert {card["strategy"] for card in found["cards"]} == {"random"}


def test_the_summary_begins_with_the_answer(program: Path) -> None:
    text = run(
        program, "simulate", "--quiet", "--levels=all", "--games=8", "--ruleset=ends_first"
    ).stdout
    lines = text.splitlines()
    assert lines[0].startswith(
        "coatl-solo, 1 player, greedy against marco, ruleset ends_first: 256"
    )
    assert lines[2].startswith("greedy beats marco in ")
    assert "With all levels it wins" in lines[3]
    rows = lines.index(next(line for line in lines if line.startswith("levels ")))
    assert [line.split()[0] for line in lines[rows + 1 : rows + 4]] == ["none", "1", "2"]
    assert lines[rows + SETS].startswith("1,2,3,4,5 ")
    assert max(map(len, lines[: rows + SETS + 9])) <= 100


def test_points_tell_the_hardest_level_where_nobody_wins(program: Path) -> None:
    flags = ["--quiet", "--levels=all", "--games=16", "--strategies=random"]
    lines = run(program, "simulate", *flags).stdout.splitlines()
    assert lines[2].startswith("random beats marco in 0.0 % of games without levels, and is ")
    assert re.fullmatch(r"Level [45], .*, weighs most: -\d+\.\d points,", lines[4]), lines[4]


def test_the_order_of_levels_does_not_matter(program: Path, tmp_path: Path) -> None:
    hashes = set()
    for levels in ("1,3", "3,1"):
        folder = tmp_path / levels
        summary(program, f"--levels={levels}", "--games=4", f"--out={folder}")
        hashes.add(json.loads((folder / "run.json").read_text())["config_hash"])
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--levels=6"], "--levels=6: allowed: different numbers from 1 to 5"),
        (["--levels=1,1"], "--levels=1,1: allowed: different numbers from 1 to 5"),
        (["--levels=most"], "--levels=most: allowed"),
        (["--game=coatl", "--levels=1"], "coatl has no levels"),
        (["--players=2"], "--players=2: coatl-solo is for 1 player"),
        (["--strategies=greedy,random"], "2 strategies for 1 player;"),
        (["--set=marco.space_order=[1,1,2,3,4,5,6,7,8,9]"], "names a space twice"),
        (["--set=marco.space_ordr=1"], "did you mean 'marco.space_order'"),
    ],
)
def test_mistakes_are_named(program: Path, flags: list[str], message: str) -> None:
    game = [] if flags[0].startswith("--game") else ["--game=coatl-solo"]
    for command in ("simulate", "replay"):
        done = subprocess.run(
            [program, command, *game, *flags], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 2
        assert done.stdout == ""
        assert message in done.stderr
