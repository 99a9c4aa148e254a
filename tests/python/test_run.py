"""The Python package against the program's own summary, and against a recount from the replays."""

import json
import math
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import prestige
from prestige import deck
from prestige.pages import read_replay
from referee.recount import Deck, recount

# Those whose bounds are columns of the same name.
FIGURES = [
    "play_rate",
    "win_share_taken",
    "win_share_not_taken",
    "improvement_drawn",
    "turn_seen",
    "turn_taken",
    "turn_played",
    "points_a_play",
    "points_per_hand_turn",
    "level_0",
    "level_1",
]
Counts = dict[tuple[str, int], Counter[str]]


@pytest.fixture(scope="module")
def recounted(small_run: prestige.Run, tree: Path) -> Counts:
    """The sums of the table of cards, counted once more from the replays, by card and seat."""
    lines: list[dict[str, Any]] = []
    for replay in small_run.replays(0, small_run.games_played):
        assert replay.result is not None
        lines += [replay.setup, *replay.events, replay.result]
    counts: Counts = {}
    for key, sums in recount(lines, 1, Deck.load(tree / "data" / "coatl")).cards.items():
        total = counts.setdefault((key[0], key[4]), Counter())
        total.update(sums)
    return counts


def summary(program: Path, *flags: str) -> dict[str, Any]:
    done = subprocess.run(
        [program, "simulate", *flags, "--format=json", "--quiet"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def same(found: float | None, said: float | None) -> bool:
    if said is None:
        return found is None or math.isnan(found)
    return found is not None and math.isclose(found, said, rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.parametrize("game", ["coatl", "splendor"])
@pytest.mark.parametrize("strategies", ["random", "random,epsilon(random,0.5)"])
def test_figures_are_those_of_the_program(
    program: Path, tmp_path: Path, strategies: str, game: str
) -> None:
    said = summary(
        program,
        f"--game={game}",
        f"--strategies={strategies}",
        "--games=700",
        f"--out={tmp_path / 'a'}",
        "--seed=3",
    )
    run = prestige.open_run(tmp_path / "a")
    for row, wanted in zip(run.seats().iter_rows(named=True), said["seats"], strict=True):
        for key, name in (("win_share", "win_share"), ("low", "low"), ("high", "high")):
            assert same(row[key], wanted[name])
        assert same(row["points"], wanted["points_mean"])
    for wanted in said["seat_strategy"]:
        row = run.seat_strategies().row(
            by_predicate=(pl.col("seat") == wanted["seat"])
            & (pl.col("strategy") == wanted["strategy"]),
            named=True,
        )
        for key in ("win_share", "low", "high"):
            assert same(row[key], wanted[key])
    shares = {row["strategy"]: row for row in run.strategies().iter_rows(named=True)}
    for wanted in said["strategies"]:
        row = shares[wanted["strategy"]]
        assert same(row["win_share"], wanted["win_share"])
        assert same(row["low"], wanted["low"]) and same(row["high"], wanted["high"])
    cards = {
        (row["card"], name): row
        for name in run.strategy_names
        for row in run.cards(name).iter_rows(named=True)
    }
    assert len(cards) == len(said["cards"])
    for wanted in said["cards"]:
        row = cards[wanted["card"], wanted["strategy"]]
        assert row["n_played"] == wanted["n_played"]
        for key, name in (
            ("win_share_played", "win_share_played"),
            ("low", "low"),
            ("high", "high"),
            ("deal_effect", "deal_effect"),
            ("deal_low", "deal_low"),
            ("deal_high", "deal_high"),
        ):
            assert same(row[key], wanted[name]), (wanted["card"], name, row[key], wanted[name])


def test_figures_of_a_solo_run_are_those_of_the_program(program: Path, tmp_path: Path) -> None:
    flags = ["--game=coatl-solo", "--levels=all", "--strategies=random", "--games=30"]
    said = summary(program, *flags, f"--out={tmp_path / 'a'}")
    run = prestige.open_run(tmp_path / "a")
    assert run.levels().height == 32 and run.level_effects().height == 5
    for found, wanted in (
        (run.levels(), said["levels"]),
        (run.level_effects(), said["level_effects"]),
    ):
        for row, told in zip(found.iter_rows(named=True), wanted, strict=True):
            assert same(row["margin"], told["margin_mean"])
            for key in ("win_share", "effect", "low", "high", "margin_low", "margin_high"):
                assert key not in row or same(row[key], told[key]), (key, row, told)
    for row, told in zip(run.seats().iter_rows(named=True), said["seats"], strict=True):
        assert same(row["win_share"], told["win_share"]) and same(row["low"], told["low"])
    with pytest.raises(prestige.RunError, match="strategy='marco': figures are within one"):
        run.cards("marco")


def test_levels_are_for_solo_runs(small_run: prestige.Run) -> None:
    with pytest.raises(prestige.RunError, match="has no levels: it is a run of coatl"):
        small_run.levels()


def test_figures_are_those_of_the_replays(small_run: prestige.Run, recounted: Counts) -> None:
    """Every figure of a card, by its definition from what the replays hold."""
    for row in small_run.cards().iter_rows(named=True):
        seats = [recounted[row["card"], seat] for seat in range(2)]
        total = seats[0] + seats[1]
        for figure, over, below in (
            ("play_rate", total["n_played"], total["n_taken"]),
            ("win_share_played", total["win12_played"], 12 * total["n_played"]),
            ("win_share_taken", total["win12_taken"], 12 * total["n_taken"]),
            ("turn_seen", total["turn_seen"], total["n_seen"]),
            ("turn_taken", total["turn_taken"], total["n_taken"]),
            ("turn_played", total["turn_played"], total["n_played"]),
            ("points_a_play", total["points"], total["times_played"]),
            ("points_per_hand_turn", total["points"], total["hand_turns"]),
        ):
            assert same(row[figure], over / below if below else None), (row["card"], figure)
        aside = total["n_known"] - total["n_taken"]
        not_taken = (total["win12_known"] - total["win12_taken"]) / aside / 12
        assert same(row["win_share_not_taken"], not_taken)
        assert same(row["improvement_drawn"], row["win_share_taken"] - not_taken)
        effect = weights = 0.0
        for seat in seats:
            dealt, other = seat["n_dealt"], seat["n_all"] - seat["n_dealt"]
            with_it = seat["win12_dealt"] / dealt / 12
            without = (seat["win12_all"] - seat["win12_dealt"]) / other / 12
            weight = dealt * other / (dealt + other)
            effect += weight * (with_it - without)
            weights += weight
        expected = effect / weights
        assert same(row["deal_effect"], expected)
        low_high = [
            (name, f"{name}_low", f"{name}_high") for name in FIGURES if row[name] is not None
        ]
        assert all(
            math.isnan(row[low]) or row[low] <= row[name] <= row[high]
            for name, low, high in low_high
        ), row
        times = sum(total[f"level_{level}"] for level in range(5))
        for level in range(5):
            if f"level_{level}" in row and times:
                assert same(row[f"level_{level}"], total[f"level_{level}"] / times)


def test_a_run_is_read_lazily(small_run: prestige.Run) -> None:
    assert isinstance(small_run.games(), pl.LazyFrame)
    long = small_run.games().filter(pl.col("turns") > 80).select(pl.len()).collect().item()
    assert 0 < long < small_run.games_played


def test_tables_come_as_arrow_polars_or_pandas(small_run: prestige.Run) -> None:
    wanted = small_run.games().select("game_id", "turns").collect()
    dataset = small_run.arrow("games")
    assert dataset.count_rows() == small_run.games_played
    assert dataset.to_table(["turns"])["turns"].to_pylist() == wanted["turns"].to_list()
    frame = small_run.pandas("games", ["game_id", "turns"])
    assert list(frame.columns) == ["game_id", "turns"]
    assert frame["turns"].tolist() == wanted["turns"].to_list()
    with pytest.raises(prestige.RunError, match="no table 'events'"):
        small_run.arrow("events")


def test_a_replay_is_the_game_of_the_table(small_run: prestige.Run, tmp_path: Path) -> None:
    row = small_run.games().collect().row(7, named=True)
    replay = small_run.replay(7)
    assert replay.result is not None
    assert replay.result["turns"] == row["turns"]
    assert max(replay.result["scores"]) == row["top_points"]
    page = replay.save(tmp_path / "game.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "srcdoc" in replay._repr_html_()


def test_simulate_shows_a_bar(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run = prestige.simulate(strategies=["random"], games=500, out=tmp_path / "a")
    assert run.games_played == 500
    assert "500/500" in capfd.readouterr().err


def test_simulate_says_what_the_program_said() -> None:
    with pytest.raises(prestige.RunError, match="no strategy 'nobody'"):
        prestige.simulate(strategies=["nobody"], games=10, progress=False)


def test_what_is_not_there_is_named(small_run: prestige.Run, tmp_path: Path) -> None:
    with pytest.raises(prestige.RunError, match="is no run folder"):
        prestige.open_run(tmp_path)
    with pytest.raises(
        prestige.RunError, match="no table 'events': it was made with --detail=games"
    ):
        small_run.table("events")
    with pytest.raises(prestige.RunError, match="strategy='greedy': figures are within one"):
        small_run.cards("greedy")
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(prestige.RunError, match=r"run.json cannot be read"):
        prestige.open_run(tmp_path)


def test_families_differ_in_colour_alone(small_run: prestige.Run) -> None:
    found = deck.families(small_run.card_rows.values())
    assert found["!a a a !a  (1:2 2:5)"] == ["P05", "P06", "P07", "P08", "P09"]
    assert found["a b+ a  (1:2 2:6)"] == ["P42", "P43"]
    assert sum(map(len, found.values())) <= 64


def test_a_log_of_several_games_is_read_whole(small_run: prestige.Run) -> None:
    lines = [json.dumps(line) for line in ({"type": "deck", "prophecies": []},)]
    for replay in small_run.replays(0, 2):
        lines += [json.dumps(line) for line in (replay.setup, *replay.events, replay.result)]
    games, cards = read_replay(lines)
    assert [game.game_id for game in games] == [0, 1]
    assert cards == {"prophecies": []}
