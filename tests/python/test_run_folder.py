"""The run folder as its users meet it: read by pyarrow and DuckDB, the same bytes for any number of
threads and after any interruption, and clear words when something is in the way."""

from __future__ import annotations

import json
import random
import re
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from prestige import intervals

TABLES = ["games", "seats", "cards", "pairs", "coameh", "events"]
PAIR = ["--game=coatl", "--players=2", "--strategies=greedy,random", "--seed=3"]

Simulate = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def simulate(program: Path) -> Simulate:
    def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, "simulate", "--quiet", *arguments],
            capture_output=True,
            text=True,
            timeout=300,
            **options,
        )

    return run


@pytest.fixture(scope="module")
def full_run(simulate: Simulate, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("folder") / "run"
    done = simulate(*PAIR, "--games=600", "--detail=full", "--threads=2", f"--out={folder}")
    assert done.returncode == 0, done.stderr
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a run, run.json without what belongs to the machine."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    run = json.loads(files["run.json"])
    del run["machine"]
    files["run.json"] = json.dumps(run).encode()
    return files


def assert_same(folder: Path, reference: dict[str, bytes]) -> None:
    found = contents(folder)
    assert found.keys() == reference.keys()
    assert [name for name in found if found[name] != reference[name]] == []


# Reading ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_pyarrow_and_duckdb_read_every_table(full_run: Path, table: str) -> None:
    arrow = pq.read_table(full_run / table)
    assert arrow.num_rows > 0
    assert all(column.null_count == 0 for column in arrow.columns)
    duck = duckdb.read_parquet(str(full_run / table / "*.parquet"))
    assert duck.columns == arrow.column_names
    assert duck.fetchall() == [tuple(row.values()) for row in arrow.to_pylist()]


def test_every_file_says_where_it_comes_from(full_run: Path) -> None:
    run = json.loads((full_run / "run.json").read_text())
    for path in full_run.rglob("*.parquet"):
        metadata = pq.read_metadata(path).metadata
        assert metadata[b"schema_version"] == b"1"
        assert metadata[b"seed"] == b"3"
        assert metadata[b"config_hash"].decode() == run["config_hash"]
        assert metadata[b"deck_hash"].decode() == run["ruleset"]["deck_hash"]


def test_tables_fit_together(full_run: Path) -> None:
    def value(question: str) -> Any:
        for table in TABLES:
            files = str(full_run / table / "*.parquet")
            question = question.replace(f"[{table}]", f"read_parquet('{files}')")
        ((found,),) = duckdb.connect().execute(question).fetchall()
        return found

    assert value("select count(*) from [games]") == 600
    assert value("select count(*) from [seats]") == 1200
    assert (
        value(
            "select count(*) from (select sum(win12) s from [seats] group by game_id) where s <> 12"
        )
        == 0
    )
    # A card's row of every seat-game is the sum of the seats.
    assert value("select sum(n_all) from [cards] where card = 'P00'") == 1200
    assert value("select sum(win12_all) from [cards] where card = 'T03'") == 600 * 12
    assert value("select sum(times_played) from [cards]") >= value("select sum(cards) from [seats]")
    assert value("select sum(points) from [cards]") == value("select sum(points) from [seats]")
    assert value("select count(*) from [coameh]") == value("select sum(coameh) from [seats]")


@pytest.mark.parametrize(
    ("detail", "tables"),
    [
        ("summary", ["cards", "pairs"]),
        ("games", ["cards", "games", "pairs", "seats"]),
        ("full", sorted(TABLES)),
    ],
)
def test_detail_chooses_the_tables(
    simulate: Simulate, tmp_path: Path, detail: str, tables: list[str]
) -> None:
    folder = tmp_path / "run"
    assert simulate(*PAIR, "--games=20", f"--detail={detail}", f"--out={folder}").returncode == 0
    assert sorted(name for name in TABLES if (folder / name).exists()) == tables


def test_intervals_of_the_summary_follow_from_the_tables(
    simulate: Simulate, full_run: Path
) -> None:
    summary = json.loads(simulate(*PAIR, "--games=600", "--format=json").stdout)
    seats = pq.read_table(full_run / "seats").to_pylist()
    blocks: dict[tuple[str, int], dict[int, int]] = {}
    for row in seats:
        key = (row["strategy"], row["seat"])
        of_block = blocks.setdefault(key, {})
        block = row["game_id"] // 2
        of_block[block] = of_block.get(block, 0) + row["win12"]
    assert len(summary["seat_strategy"]) == 4
    for line in summary["seat_strategy"]:
        expected = intervals.block_share_interval(
            list(blocks[line["strategy"], line["seat"]].values()), 1
        )
        assert line["win_share"] == pytest.approx(expected.estimate, abs=1e-9)
        assert line["low"] == pytest.approx(expected.low, abs=1e-9)
        assert line["high"] == pytest.approx(expected.high, abs=1e-9)
    for line in summary["strategies"]:
        both = [blocks[line["strategy"], seat] for seat in (0, 1)]
        expected = intervals.block_share_interval(
            [both[0][block] + both[1][block] for block in both[0]], 2
        )
        assert line["low"] == pytest.approx(expected.low, abs=1e-9)
        assert line["high"] == pytest.approx(expected.high, abs=1e-9)


# The same bytes -----------------------------------------------------------------------------------

# Ten parts: with --detail=full the program closes one every 2048 games.
LONG = ["--game=coatl", "--strategies=random", "--seed=11", "--games=20480", "--detail=full"]


@pytest.fixture(scope="module")
def long_run(simulate: Simulate, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What an uninterrupted run writes."""
    folder = tmp_path_factory.mktemp("long") / "run"
    done = simulate(*LONG, "--threads=2", f"--out={folder}")
    assert done.returncode == 0, done.stderr
    assert len(list((folder / "games").iterdir())) > 5
    return contents(folder)


def wait_for_parts(process: subprocess.Popen[str], folder: Path, parts: int) -> None:
    """Until so many files of games are complete, or the run is."""
    deadline = time.monotonic() + 120
    while process.poll() is None and len(list(folder.glob("games/*.parquet"))) < parts:
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_files_do_not_depend_on_threads(
    simulate: Simulate, tmp_path: Path, full_run: Path, threads: int
) -> None:
    folder = tmp_path / "other_name"
    flags = ["--detail=full", f"--threads={threads}", f"--out={folder}"]
    assert simulate(*PAIR, "--games=600", *flags).returncode == 0
    assert_same(folder, contents(full_run))


@pytest.mark.slow
def test_long_runs_do_not_depend_on_threads(
    simulate: Simulate, tmp_path: Path, long_run: dict[str, bytes]
) -> None:
    for threads in (1, 8):
        folder = tmp_path / f"threads{threads}"
        assert simulate(*LONG, f"--threads={threads}", f"--out={folder}").returncode == 0
        assert_same(folder, long_run)


def assert_complete_files_are_readable(folder: Path) -> None:
    for path in folder.rglob("*.parquet"):
        assert pq.read_table(path).num_rows > 0
    if (folder / "run.json").exists():
        json.loads((folder / "run.json").read_text())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_killed_and_resumed_is_uninterrupted(
    program: Path, simulate: Simulate, tmp_path: Path, long_run: dict[str, bytes], seed: int
) -> None:
    chance = random.Random(seed)
    folder = tmp_path / "run"
    arguments = [*LONG, f"--out={folder}"]
    for parts in sorted(chance.choices(range(9), k=3)):
        with subprocess.Popen(
            [program, "simulate", "--quiet", *arguments, f"--threads={chance.choice([1, 2, 8])}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            wait_for_parts(process, folder, parts)
            time.sleep(chance.random() * 0.2)
            process.kill()
        assert_complete_files_are_readable(folder)
        if (folder / "run.json").exists():
            arguments = [f"--resume={folder}"]
    done = simulate(*arguments)
    assert done.returncode == 0, done.stderr
    assert_same(folder, long_run)


@pytest.mark.slow
def test_interrupt_saves_and_says_how_to_go_on(
    program: Path, simulate: Simulate, tmp_path: Path, long_run: dict[str, bytes]
) -> None:
    folder = tmp_path / "run"
    with subprocess.Popen(
        [program, "simulate", *LONG, f"--out={folder}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_for_parts(process, folder, 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert f"--resume={folder}" in out + err
    assert_complete_files_are_readable(folder)
    # What was played is kept, not only what filled whole parts.
    progress = json.loads((folder / "run.json").read_text())["progress"]
    assert pq.read_table(folder / "games").num_rows == progress["games"] > 2 * 2048
    assert simulate(f"--resume={folder}", "--threads=1").returncode == 0
    assert_same(folder, long_run)


def test_resume_of_a_complete_run_prints_its_summary_again(
    simulate: Simulate, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    first = simulate(*PAIR, "--games=50", "--format=json", f"--out={folder}")
    before = contents(folder)
    again = simulate(f"--resume={folder}", "--format=json")
    assert again.returncode == 0
    machine = {"seconds", "games_per_second"}
    one, two = json.loads(first.stdout), json.loads(again.stdout)
    assert {k: v for k, v in one.items() if k not in machine} == {
        k: v for k, v in two.items() if k not in machine
    }
    assert_same(folder, before)


def test_resume_with_more_games_is_the_longer_run(simulate: Simulate, tmp_path: Path) -> None:
    short, long = tmp_path / "short", tmp_path / "long"
    assert simulate(*PAIR, "--games=300", f"--out={short}").returncode == 0
    assert simulate(f"--resume={short}", "--games=700").returncode == 0
    assert simulate(*PAIR, "--games=700", f"--out={long}").returncode == 0
    assert_same(short, contents(long))


def test_a_solo_run_of_all_levels_is_the_same_in_any_way(
    program: Path, simulate: Simulate, tmp_path: Path
) -> None:
    """On other threads, in two goes, killed and gone on with."""
    flags = ["--game=coatl-solo", "--levels=all", "--strategies=random", "--detail=full"]
    whole = tmp_path / "whole"
    assert simulate(*flags, "--games=96", "--threads=2", f"--out={whole}").returncode == 0
    assert pq.read_table(whole / "games").num_rows == 96 * 32
    reference = contents(whole)
    single, longer, killed = tmp_path / "single", tmp_path / "longer", tmp_path / "killed"
    assert simulate(*flags, "--games=96", "--threads=1", f"--out={single}").returncode == 0
    assert_same(single, reference)
    assert simulate(*flags, "--games=30", f"--out={longer}").returncode == 0
    assert simulate(f"--resume={longer}", "--games=96", "--threads=3").returncode == 0
    assert_same(longer, reference)
    with subprocess.Popen(
        [program, "simulate", *flags, "--games=96", "--threads=1", f"--out={killed}", "--quiet"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        wait_for_parts(process, killed, 1)
        process.kill()
    assert_complete_files_are_readable(killed)
    assert simulate(f"--resume={killed}").returncode == 0
    assert_same(killed, reference)


# What is in the way -------------------------------------------------------------------------------


def test_full_disk_fails_and_can_be_resumed(simulate: Simulate, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    flags = [*PAIR, "--games=3000", "--detail=full"]

    def limit() -> None:
        # Writing beyond the limit fails like a full disk, once its signal is ignored.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    failed = simulate(*flags, f"--out={folder}", preexec_fn=limit, restore_signals=False)
    assert failed.returncode == 1
    assert str(folder) in failed.stderr
    assert_complete_files_are_readable(folder)
    assert simulate(f"--resume={folder}").returncode == 0
    other = tmp_path / "other"
    assert simulate(*flags, f"--out={other}").returncode == 0
    assert_same(folder, contents(other))


@pytest.mark.parametrize("place", ["file/run", "/proc/prestige/run"])
def test_unwritable_folder_is_named(simulate: Simulate, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / place
    done = simulate(*PAIR, "--games=20", f"--out={folder}")
    assert done.returncode in (1, 2)
    assert str(folder) in done.stderr
    assert done.stdout == ""


def test_another_run_is_only_overwritten_by_force(simulate: Simulate, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert simulate(*PAIR, "--games=20", f"--out={folder}").returncode == 0
    before = contents(folder)
    other = [*PAIR[:3], "--seed=4", "--games=20", f"--out={folder}"]
    refused = simulate(*other)
    assert refused.returncode == 2
    assert "--force" in refused.stderr
    assert_same(folder, before)
    assert simulate(*other, "--force").returncode == 0
    assert json.loads((folder / "run.json").read_text())["seed"] == 4
    fresh = tmp_path / "fresh"
    assert simulate(*other[:-1], f"--out={fresh}").returncode == 0
    assert_same(folder, contents(fresh))


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--resume={run}", "--seed=2"], "--seed"),
        (["--resume={run}", "--strategies=random"], "--strategies"),
        (["--resume={run}", "--games=10"], "--games"),
        (["--resume={run}", "--out={run}"], "--out"),
        (["--resume={run}x"], "{run}x"),
        (["--players=3", "--strategies=greedy,random"], "--strategies"),
        (["--strategies=gredy"], "did you mean .*greedy"),
        (["--detail=ful"], "full"),
        (["--stop-at=0.1"], "pp"),
        (["--games=0"], "--games"),
    ],
)
def test_contradictions_and_mistakes_are_named(
    simulate: Simulate, full_run: Path, flags: list[str], words: str
) -> None:
    before = contents(full_run)
    done = simulate(*(flag.format(run=full_run) for flag in flags))
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.search(words.format(run=re.escape(str(full_run))), done.stderr), done.stderr
    assert_same(full_run, before)


def test_stop_at_stops_after_whole_looks(simulate: Simulate) -> None:
    flags = ["--game=coatl", "--strategies=random", "--games=100000", "--format=json"]
    summary = json.loads(simulate(*flags, "--stop-at=2pp").stdout)
    assert summary["blocks"] < 100_000
    assert summary["blocks"] % 1024 == 0
    for seat in summary["seats"]:
        assert (seat["high"] - seat["low"]) / 2 <= 0.02


# What is wrong with a folder ---------------------------------------------------------------------


@pytest.fixture
def small_run(simulate: Simulate, tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    done = simulate(
        "--strategies=random", "--games=40", "--seed=9", "--detail=full", f"--out={folder}"
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_damaged_checkpoint_is_refused(simulate: Simulate, small_run: Path, tmp_path: Path) -> None:
    """Any number or text of the state is changed; the file stays a sound Parquet file."""
    state = small_run / "checkpoint" / "state.parquet"
    whole = pq.read_table(state)
    names = whole["name"].to_pylist()
    chance = random.Random(5)
    for name in ["tally", "games", "seats", "coameh", "events", "hash"]:
        row = names.index(name)
        rows = whole.to_pylist()
        numbers = rows[row]["numbers"]
        numbers[chance.randrange(len(numbers))] ^= 1 << chance.randrange(40)
        pq.write_table(pa.Table.from_pylist(rows, schema=whole.schema), state)
        done = simulate(f"--resume={small_run}", "--games=60")
        assert done.returncode == 1, name
        assert "state.parquet is damaged" in done.stderr
    rows = whole.to_pylist()
    rows[names.index("events")]["texts"][3] += " "
    pq.write_table(pa.Table.from_pylist(rows, schema=whole.schema), state)
    assert simulate(f"--resume={small_run}", "--games=60").returncode == 1
    pq.write_table(whole, state)
    assert simulate(f"--resume={small_run}", "--games=60").returncode == 0


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda run: run.update(schema_version=99), "schema_version is 99"),
        (lambda run: run.pop("ruleset"), "not the file of a run"),
        (lambda run: run.update(progress=None), "not the file of a run"),
        (lambda run: run["config"].update(seed=10), "run.json has been changed"),
        (lambda run: run["config"].update(detail="most"), "config.detail"),
        (lambda run: run["ruleset"].update(deck_hash="0"), "decks have changed"),
    ],
)
def test_changed_run_json_is_refused(
    simulate: Simulate,
    program: Path,
    small_run: Path,
    change: Callable[[dict[str, Any]], None],
    word: str,
) -> None:
    run = json.loads((small_run / "run.json").read_text())
    change(run)
    (small_run / "run.json").write_text(json.dumps(run))
    resumed = simulate(f"--resume={small_run}")
    replayed = subprocess.run(
        [program, "replay", f"--run={small_run}"], capture_output=True, text=True, timeout=60
    )
    for done in (resumed, replayed):
        assert done.returncode == 2
        assert word in done.stderr


def test_replay_shows_no_game_that_was_not_played(program: Path, small_run: Path) -> None:
    for arguments in (["--game-id=40"], ["--from=39", "--count=2"]):
        done = subprocess.run(
            [program, "replay", f"--run={small_run}", *arguments],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 2
        assert "games 0 to 39" in done.stderr
        assert done.stdout == ""


def test_run_that_never_began_is_no_obstacle(simulate: Simulate, tmp_path: Path) -> None:
    (tmp_path / "run.json.partial").write_text("{")
    done = simulate("--strategies=random", "--games=2", f"--out={tmp_path}")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "run.json.partial").exists()


def test_stop_at_goes_on_with_more_games(simulate: Simulate, tmp_path: Path) -> None:
    """A run that ran out of games before it was precise enough is the longer one begun."""
    arguments = ["--strategies=random", "--seed=2", "--stop-at=1.5pp"]
    whole = tmp_path / "whole"
    assert simulate(*arguments, "--games=9000", f"--out={whole}").returncode == 0
    assert pq.read_table(whole / "games").num_rows < 9000
    parts = tmp_path / "parts"
    assert simulate(*arguments, "--games=1500", f"--out={parts}").returncode == 0
    assert simulate(f"--resume={parts}", "--games=2048").returncode == 0
    assert simulate(f"--resume={parts}", "--games=9000").returncode == 0
    assert_same(parts, contents(whole))
    assert simulate(f"--resume={parts}").returncode == 0
    assert_same(parts, contents(whole))


def test_fewer_threads_than_asked_for_play_the_same(simulate: Simulate, program: Path) -> None:
    def little_memory() -> None:
        # The address sanitizer maps terabytes: it can only be asked for the threads.
        if b"__asan_init" not in program.read_bytes():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    arguments = ["--strategies=random", "--games=10", "--threads=1024"]
    done = simulate(*arguments, preexec_fn=little_memory)
    if done.returncode == 0:
        assert "10 games" in done.stdout
    else:  # not even the memory that one of them needs
        assert done.returncode == 1
        assert done.stderr.startswith("prestige")
