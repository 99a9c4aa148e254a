"""`prestige replay`: every game is legal to an independent referee, and stays the game it was."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from referee.coatl import check
from referee.coatl_cards import Rules

# Rulesets as the program and the referee name their fields.
RULESETS: dict[str, tuple[list[str], dict[str, int | bool]]] = {
    "base": ([], {}),
    "digital": (["open_end_satisfies_not=false"], {"open_end_satisfies_not": False}),
    "four coameh": (["max_coatls=4"], {"max_coatls": 4}),
    "short": (["end_coatls=1"], {"coatls_to_end": 1}),
    "few pieces": (
        ["body=9", "heads=2", "tails=1"],
        {"bodies_per_colour": 9, "heads_per_colour": 2, "tails_per_colour": 1},
    ),
    "small hands": (
        ["hand_limit=2", "keep=1", "row=3", "board=4", "max_incomplete=1"],
        {"hand_limit": 2, "keep_limit": 1, "row_size": 3, "board_limit": 4, "max_incomplete": 1},
    ),
    "no tokens": (["tokens=false"], {}),
}


def replay(program: Path, *flags: str) -> str:
    """What `prestige replay` prints."""
    return subprocess.run(
        [program, "replay", *flags], check=True, capture_output=True, text=True, timeout=300
    ).stdout


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_referee_finds_every_game_legal(
    program: Path, tree: Path, ruleset: str, players: int
) -> None:
    sets, fields = RULESETS[ruleset]
    games = 40
    lines = replay(
        program,
        "--format=jsonl",
        f"--players={players}",
        f"--count={games}",
        f"--seed={players}",
        *(f"--set={change}" for change in sets),
    ).splitlines()
    report = check(lines, Rules.load(tree / "data/coatl", **fields))
    assert not report.errors, report
    assert report.games == games
    results = [json.loads(line) for line in lines if '"result"' in line]
    assert len(results) == games


def test_every_end_and_every_kind_of_event_is_among_the_games(program: Path) -> None:
    text = (
        replay(program, "--strategies=random", "--format=jsonl", "--count=300")
        + replay(program, "--format=jsonl", "--count=100", "--players=4")
        # With few segments they run out before anyone has three coameh.
        + replay(program, "--format=jsonl", "--count=20", "--players=4", "--set=body=12")
    )
    events = [json.loads(line) for line in text.splitlines()]
    assert {event["end"] for event in events if event["type"] == "result"} == {
        "third-coatl",
        "bodies",
        "passes",
    }
    assert {event["do"] for event in events if event["type"] == "event"} == {
        *("keep", "take", "refill", "draw", "reveal", "reshuffle", "discard", "token"),
        *("start", "extend", "prophecy", "temple", "uncover", "finish"),
        *("pass", "end_action", "last_turns"),
    }


def test_a_game_does_not_depend_on_the_range_it_is_asked_in(program: Path) -> None:
    alone = replay(program, "--format=jsonl", "--game-id=7")
    text = replay(program, "--format=jsonl", "--from=5", "--count=4")
    assert text.count('"setup"') == 4
    assert alone in text
    assert replay(program, "--format=jsonl", "--game-id=8") != alone
    assert replay(program, "--format=jsonl", "--game-id=7", "--seed=2") != alone


def test_text_without_colours_has_no_escapes_and_tells_the_result(program: Path) -> None:
    text = replay(program, "--format=text", "--game-id=3")
    assert "\x1b" not in text
    result = json.loads(replay(program, "--format=jsonl", "--game-id=3").splitlines()[-1])
    assert f"End: {result['end']} after {result['turns']} turns" in text
    for seat, points in enumerate(result["scores"]):
        assert f"seat {seat}  {points:3} points" in text


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--game-id=1", "--count=2"], "--game-id is one game"),
        (["--players=1"], "coatl is for 2 to 4 players"),
        (["--strategies=randm"], "did you mean 'random'"),
        (["--strategies=random,random,random"], "3 strategies for 2 players"),
        (["--from=18446744073709551615"], "'18446744073709551615' is not a whole number from 0 to"),
        (["--count=-1"], "'-1' is not a whole number from 0 to"),
        (["--players=4", "--set=deal=12", "--set=row=12"], "players"),
    ],
)
def test_bad_flags_are_named(program: Path, flags: list[str], message: str) -> None:
    run = subprocess.run(
        [program, "replay", *flags], capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 2
    assert message in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_golden_playthrough(program: Path, tree: Path, players: int) -> None:
    """Readable games that a change of behaviour shows up in; scripts/update-goldens writes them."""
    golden = tree / f"tests/golden/coatl_{players}_players.txt"
    text = replay(
        program, "--strategies=random", "--format=text", f"--players={players}", "--game-id=0"
    )
    if "PRESTIGE_UPDATE_GOLDENS" in os.environ:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text)
    assert text == golden.read_text(), "behaviour has changed; if meant, run scripts/update-goldens"
