"""Outside strategies through the program: the examples, and bad manners one by one."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

# Manners of tests/outside/manners.py, and the reason that the game's record gives.
FORFEITS = {
    "bad-json": "answered '{\"request\":', which is no JSON object",
    "garbage": "answered '\\x00\\x1B[31mHello!ÿ', which is no JSON object",
    "no-object": "answered '[1, 2]', which is no JSON object",
    "wrong-request": "answered request 3 when request 2 was asked",
    "no-request": 'answered \'{"choice": 0}\' without a whole number "request"',
    "no-choice": 'answered \'{"request": 2}\' without a whole number "choice"',
    "text-choice": 'answered \'{"request": 2, "choice": "0"}\' without a whole number "choice"',
    "fraction": 'answered \'{"request": 2, "choice": 0.5}\' without a whole number "choice"',
    "too-high": "chose 4; allowed: 0 to 3",
    "negative": "chose -1; allowed: 0 to 3",
    "huge-choice": (
        'answered \'{"request":2,"choice":99999999999999999999}\' without a whole number "choice"'
    ),
    "huge-line": "answered more than 65536 bytes without an end of line",
    "hangs": "took longer than --move-time=1.5",
    "dies": "ended with exit status 3",
    "dies-at-once": "ended with exit status 4",
    "killed": "was ended by signal 9",
    "closes-output": "closed its input or output",
    "talks-too-much": "answered 'and by the way', which is no JSON object",
}


def run(program: Path, tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(program), *arguments]
    return subprocess.run(
        command, cwd=tree, capture_output=True, text=True, timeout=120, check=False
    )


def replay(program: Path, tree: Path, strategies: str, *flags: str) -> list[list[dict[str, Any]]]:
    """The lines of each game."""
    done = run(program, tree, "replay", f"--strategies={strategies}", "--format=jsonl", *flags)
    assert done.returncode == 0, done.stderr
    games: list[list[dict[str, Any]]] = []
    for line in map(json.loads, done.stdout.splitlines()):
        if line["type"] == "setup":
            games.append([])
        games[-1].append(line)
    return games


def manners(tree: Path, *arguments: str) -> str:
    return " ".join([f"exec:{sys.executable}", str(tree / "tests/outside/manners.py"), *arguments])


@pytest.mark.parametrize("name", FORFEITS)
def test_bad_manners_forfeit_the_game(program: Path, tree: Path, name: str) -> None:
    strategy = manners(tree, name)
    # The first game is over at once, or after the first decision; the run goes on.
    games = replay(program, tree, f"{strategy},random", "--count=2", "--move-time=1.5")
    assert len(games) == 2
    for seat, game in enumerate(games):
        result = game[-1]
        assert result["end"] == "forfeit"
        assert result["forfeit"]["seat"] == seat
        assert result["winners"] == [1 - seat]
        if seat == 0:
            assert result["forfeit"]["reason"] == FORFEITS[name]
        assert game[0]["strategies"][seat] == strategy


def test_a_forfeit_is_told_to_people_too(program: Path, tree: Path) -> None:
    done = run(program, tree, "replay", f"--strategies={manners(tree, 'dies')},random")
    assert "End: forfeit after 0 turns\n  seat 0  ended with exit status 3\n" in done.stdout


def test_the_others_share_the_win(program: Path, tree: Path) -> None:
    (game,) = replay(program, tree, f"random,{manners(tree, 'dies')},random", "--players=3")
    assert game[0]["strategies"].index(manners(tree, "dies")) == 2
    assert game[-1]["winners"] == [0, 1]


def test_the_next_game_gets_a_new_process(program: Path, tree: Path, tmp_path: Path) -> None:
    strategy = manners(tree, "dies", str(tmp_path / "memory"))
    games = replay(program, tree, strategy, "--count=2")
    # Both seats of the mirror match have a process: the first dies, the others remember.
    assert [game[-1]["end"] == "forfeit" for game in games] == [True, False]


def test_a_word_of_thanks_is_no_offence(program: Path, tree: Path) -> None:
    (game,) = replay(program, tree, f"{manners(tree, 'thanks')},random")
    assert game[-1]["end"] != "forfeit"


def test_no_process_is_left(program: Path, tree: Path, tmp_path: Path) -> None:
    # A copy under a name of its own, so that its processes can be found.
    script = tmp_path / "left_behind.py"
    shutil.copy(tree / "tests/outside/manners.py", script)
    for name in ("good", "hangs"):
        replay(program, tree, f"exec:{sys.executable} {script} {name},random", "--move-time=0.5")
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        commands = [
            path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()
        ]
        if not any(str(script).encode() in command for command in commands):
            return
        time.sleep(0.05)
    pytest.fail("a process is left behind")


def test_the_lines_are_as_documented(program: Path, tree: Path, tmp_path: Path) -> None:
    log = tmp_path / "lines.jsonl"
    script = tmp_path / "logger.py"
    script.write_text(
        "import json, sys\n"
        f"log = open({str(log)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    log.write(line); log.flush()\n"
        "    message = json.loads(line)\n"
        "    if 'choices' in message:\n"
        "        print(json.dumps({'request': message['request'], 'choice': 0}), flush=True)\n"
    )
    (game,) = replay(program, tree, f"random,exec:{sys.executable} {script}")
    first, *decisions = map(json.loads, log.read_text().splitlines())
    assert first["new_game"] is True
    assert (first["game"], first["seat"], first["players"]) == ("coatl", 1, 2)
    assert first["ruleset"] == "base"
    assert len(first["prophecies"]) == 49
    assert [line["request"] for line in decisions] == list(range(2, len(decisions) + 2))
    for line in decisions:
        assert list(line) == ["request", "game", "seat", "seed", "view", "choices"]
        assert line["seat"] == 1
        assert line["seed"] == first["seed"] < 2**53
        assert len(line["choices"]) >= 2
    # What was chosen is what was played.
    kept = [line["choices"][0] for line in decisions if line["view"]["phase"] == "keep"]
    (keep,) = [line for line in game if line.get("do") == "keep" and line["seat"] == 1]
    assert [f"keep {card}" for card in keep["cards"]] == sorted(kept)


def test_examples_play_whole_games(program: Path, tree: Path, build_dir: Path) -> None:
    for strategy in ("exec:examples/exec_strategy.py", f"lib:{build_dir}/outside/lib_strategy.so"):
        games = replay(program, tree, f"{strategy},random", "--count=20")
        assert all(game[-1]["end"] != "forfeit" for game in games)
        # They do what they say: no card is left out that can be kept.
        for game in games:
            seat = game[0]["strategies"].index(strategy)
            (keep,) = [line for line in game if line.get("do") == "keep" and line["seat"] == seat]
            assert len(keep["cards"]) == 3


def test_examples_play_a_game_again_to_the_letter(
    program: Path, tree: Path, build_dir: Path
) -> None:
    strategies = f"lib:{build_dir}/outside/lib_strategy.so,exec:examples/exec_strategy.py"
    twice = [replay(program, tree, strategies, "--from=3", "--count=2") for _ in range(2)]
    assert twice[0] == twice[1]
    after_others = replay(program, tree, strategies, "--count=5")
    assert after_others[3:] == twice[0]


@pytest.mark.parametrize(
    ("library", "reason"),
    [
        ("too_high", "chose 4; allowed: 0 to 3"),
        ("negative", "chose -1; allowed: 0 to 3"),
        ("slow", "took longer than --move-time=0.1"),
    ],
)
def test_bad_manners_of_libraries(
    program: Path, tree: Path, build_dir: Path, library: str, reason: str
) -> None:
    strategies = f"lib:{build_dir}/outside/bad_{library}.so,random"
    (game,) = replay(program, tree, strategies, "--move-time=0.1")
    assert game[-1]["end"] == "forfeit"
    assert game[-1]["forfeit"] == {"seat": 0, "reason": reason}


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (
            "lib:{outside}/bad_wrong_abi.so",
            "was compiled for version 2 of prestige_strategy.h; this program has version 1",
        ),
        ("lib:{outside}/bad_declines.so", "does not play coatl"),
        ("lib:{outside}/bad_no_choose.so", "has no function prestige_strategy_choose"),
        ("lib:{outside}/missing.so", "No such file or directory"),
        ("lib:{tree}/README.md", "invalid ELF header"),
        ("lib:", "lib: there is no file"),
        ("exec:./missing --fast", "exec: './missing': there is no such program"),
        ("exec:no-such-program-anywhere", "there is no such program"),
        ("exec:{tree}/README.md", "may not be executed"),
        ("exec: ", "exec: there is no command"),
        ("epsilon(lib:missing.so,0.1)", "No such file or directory"),
        ("omit(random,P99)", "omit(random,P99): no card 'P99' in the decks"),
    ],
)
def test_what_cannot_be_started_is_said_at_once(
    program: Path, tree: Path, build_dir: Path, strategy: str, message: str
) -> None:
    spelled = strategy.format(outside=build_dir / "outside", tree=tree)
    done = run(program, tree, "replay", f"--strategies={spelled},random")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
