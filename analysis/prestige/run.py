"""A run folder: its tables, read lazily, and every figure derived from them with its interval."""

import json
import math
import subprocess
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from prestige import intervals
from prestige.blocks import (
    BlockSums,
    SeatTest,
    block_mean_interval,
    block_share_difference_interval,
    block_share_interval,
    seats_equal,
)
from prestige.intervals import DealSums, Interval, RatioSums
from prestige.pages import ReplayedGame, read_replay, viewer_page
from prestige.program import find_program

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow.dataset as ds

_GAMES_AT_ONCE = 1 << 20  # of which the blocks are held in memory
_GAME_NAMES = {"coatl": "Cóatl", "coatl-solo": "Cóatl solo", "splendor": "Splendor"}
# Where a file of a table is not there yet: the columns that figures need.
_SCHEMAS: dict[str, dict[str, Any]] = {
    "games": dict.fromkeys(
        [
            "game_id",
            "block_id",
            "batch",
            "seating",
            "players",
            "levels",
            "turns",
            "decisions",
            "ender",
            "winner_mask",
            "top_points",
            "margin",
        ],
        pl.Int64,
    )
    | {"end": pl.String},
    "seats": dict.fromkeys(
        ["game_id", "seat", "levels", "points", "rank", "win12", "turns", "last_actions"], pl.Int64
    )
    | {"strategy": pl.String},
    "pairs": dict.fromkeys(["players", "n", "win12", "points"], pl.Int64)
    | dict.fromkeys(["card", "with", "strategy"], pl.String),
}


class Line(NamedTuple):
    """Who sits where: a seat, its strategy, and in the solo game the levels (bit n-1: level n)."""

    seat: int
    strategy: str
    levels: int


class RunError(ValueError):
    """A folder that is no run, or lacks what was asked of it."""


class Replay(ReplayedGame):
    """A game of a run: `setup`, `events`, `result`, and the viewer as a page."""

    deck: Mapping[str, Any] = {}

    def html(self) -> str:
        """The replay viewer, one self-contained page."""
        return viewer_page([self], self.deck)

    def save(self, path: str | Path) -> Path:
        """Writes the replay viewer to a file."""
        path = Path(path)
        path.write_text(self.html(), encoding="utf-8")
        return path

    def _repr_html_(self) -> str:
        source = self.html().replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{source}" style="width:100%;height:900px;border:0"></iframe>'


class Run:
    """An opened run folder. Tables are polars LazyFrames: nothing is read before it is asked for;
    `.collect()` gives a DataFrame, whose `.to_arrow()` and `.to_pandas()` lead on.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.info: dict[str, Any] = json.loads((self.path / "run.json").read_text("utf-8"))
        except FileNotFoundError:
            raise RunError(
                f"{self.path} is no run folder: it has no run.json. "
                "`prestige simulate --out=FOLDER` makes one"
            ) from None
        except ValueError as error:
            raise RunError(f"{self.path / 'run.json'} cannot be read: {error}") from None

    def __repr__(self) -> str:
        return f"<Run {self.path}: {self.title}, {self.games_played:,} games>"

    @property
    def config(self) -> Mapping[str, Any]:
        """What was asked for, as `run.json` keeps it."""
        config: Mapping[str, Any] = self.info["config"]
        return config

    @property
    def game(self) -> str:
        """The game's name, as `--game` takes it."""
        return str(self.config["game"])

    @property
    def players(self) -> int:
        """Seats of people (1 in the solo game)."""
        return int(self.config["players"])

    @property
    def deck(self) -> Mapping[str, Any]:
        """The cards that were played with: tables with the columns of the deck files."""
        deck: Mapping[str, Any] = self.info.get("deck", {})
        return deck

    @cached_property
    def card_rows(self) -> dict[str, dict[str, Any]]:
        """The deck's rows by card."""
        return {row["id"]: row for table in self.deck.values() for row in table}

    @property
    def title(self) -> str:
        """The game, players and strategies in words."""
        name = _GAME_NAMES.get(self.game, self.game)
        who = " against ".join(dict.fromkeys(self.strategy_names)) or "nobody"
        players = "" if self.game == "coatl-solo" else f", {self.players} players"
        return f"{name}{players}, {who}"

    def table(self, name: str) -> pl.LazyFrame:
        """A table of the folder as it is: `games`, `seats`, `cards`, `pairs`, `coameh` or
        `events`.
        """
        files = sorted((self.path / name).glob("*.parquet"))
        if files:
            return pl.scan_parquet(files)
        if name in _SCHEMAS and self.games_played == 0:
            return pl.LazyFrame(schema=_SCHEMAS[name])
        raise RunError(
            f"{self.path} has no table {name!r}: it was made with --detail={self.config['detail']}"
        )

    def arrow(self, name: str) -> "ds.Dataset":
        """A table as a pyarrow dataset, which reads nothing before it is asked to."""
        import pyarrow.dataset as ds

        self.table(name)  # which says what is not there
        return ds.dataset(sorted((self.path / name).glob("*.parquet")))

    def pandas(self, name: str, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """A table, or some of its columns, as a pandas DataFrame: in memory, all of it."""
        table = self.table(name)
        return (table.select(columns) if columns else table).collect().to_pandas()

    def has_table(self, name: str) -> bool:
        """Whether the run was kept in such detail."""
        return any((self.path / name).glob("*.parquet"))

    def games(self) -> pl.LazyFrame:
        """One row a game."""
        return self.table("games")

    @property
    def games_played(self) -> int:
        """How far the run got."""
        return int(self.info["progress"]["games"])

    @cached_property
    def blocks(self) -> int:
        """Blocks played: one deal in every seating."""
        return int(self.info["progress"]["blocks"])

    @property
    def games_per_block(self) -> int:
        """Different seatings of the strategies."""
        return self.games_played // self.blocks if self.blocks else 1

    @cached_property
    def _cards(self) -> pl.DataFrame:
        if not self.has_table("cards"):
            return pl.DataFrame()
        return self.table("cards").collect()

    @cached_property
    def strategy_names(self) -> list[str]:
        """The strategies that played, in the order of the table of cards, without the automaton."""
        if self._cards.is_empty():
            return []
        return self._cards["strategy"].unique(maintain_order=True).to_list()

    @property
    def is_mirror(self) -> bool:
        """Whether every seat played the same strategy: only then do seats compare."""
        return len(self.strategy_names) == 1 and self.players > 1

    @cached_property
    def _seat_games(self) -> dict[Line, int]:
        """Who sits where, and how often in every block: each of them is alike in that."""
        if self.games_played == 0:
            return {}
        found = (
            self.table("seats")
            .filter(pl.col("game_id") < self.games_per_block)
            .group_by("seat", "strategy", "levels")
            .agg(pl.len())
            .collect()
            .sort("seat", "strategy", "levels")
        )
        return {Line(*row[:3]): row[3] for row in found.iter_rows()}

    @property
    def lines(self) -> list[Line]:
        """The seats with their strategies (and levels) that occur, the automaton's too."""
        return list(self._seat_games)

    @cached_property
    def _block_sums(self) -> BlockSums:
        """Over blocks, for each line: twelfths won, then for each line: points."""
        lines = {line: i for i, line in enumerate(self.lines)}
        size = 2 * len(lines)
        sums = [0] * size
        products = [[0] * size for _ in range(size)]
        places = pl.DataFrame(
            [(*line, i) for line, i in lines.items()],
            schema={"seat": pl.Int64, "strategy": pl.String, "levels": pl.Int64, "line": pl.Int64},
            orient="row",
        ).lazy()
        per_block = self.games_per_block
        step = max(1, _GAMES_AT_ONCE // per_block)
        for first in range(0, self.blocks, step):
            count = min(step, self.blocks - first)
            games = pl.col("game_id").is_between(
                first * per_block, (first + count) * per_block, closed="left"
            )
            rows = (
                self.table("seats")
                .filter(games)
                .with_columns(pl.col("seat", "levels").cast(pl.Int64))
                .join(places, on=["seat", "strategy", "levels"])
                .select(
                    (pl.col("game_id") // per_block - first) * size + pl.col("line"),
                    pl.col("win12", "points").cast(pl.Float64),
                )
                .collect()
            )
            cells = rows["game_id"].to_numpy()
            # Exact: the products of a part stay far below 2^53.
            table = np.bincount(cells, rows["win12"].to_numpy(), count * size)
            table += np.bincount(cells + len(lines), rows["points"].to_numpy(), count * size)
            table = table.reshape(count, size)
            square = table.T @ table
            for i, part in enumerate(table.sum(0)):
                sums[i] += int(part)
                for j in range(size):
                    products[i][j] += int(square[i, j])
        return BlockSums(self.blocks, sums, products)

    def _weights(self, chosen: Sequence[Line]) -> list[int]:
        return [int(line in chosen) for line in self.lines]

    def _count(self, chosen: Sequence[Line]) -> int:
        """Seat-games of these lines in every block."""
        return max(1, sum(self._seat_games[line] for line in chosen))

    def _figures(self, chosen: Sequence[Line], confidence: float) -> dict[str, Any]:
        """Win share and mean points of these lines together."""
        weights = self._weights(chosen)
        none = [0] * len(weights)
        count = self._count(chosen)
        share = block_share_interval(self._block_sums, weights + none, count, confidence)
        points = block_mean_interval(self._block_sums, none + weights, count, confidence)
        return {
            **_bounded("win_share", share, ""),
            "few": share.few,
            **_bounded("points", points, "points_"),
        }

    def seats(self, confidence: float = intervals.CONFIDENCE) -> pl.DataFrame:
        """Win share and mean points of each seat. A verdict on seats is for mirror matches alone:
        `seat_test`.
        """
        seats = sorted({line.seat for line in self.lines})
        return pl.DataFrame(
            {"seat": seat}
            | self._figures([line for line in self.lines if line.seat == seat], confidence)
            for seat in seats
        )

    def strategies(self, confidence: float = intervals.CONFIDENCE) -> pl.DataFrame:
        """Win share and mean points of each strategy, over all seats; without bounds in a mirror
        match, where the share is 1 / players by definition.
        """
        rows = []
        for strategy in dict.fromkeys([*self.strategy_names, *(line[1] for line in self.lines)]):
            lines = [line for line in self.lines if line.strategy == strategy]
            row = {"strategy": strategy} | self._figures(lines, confidence)
            rows.append(row | ({"low": math.nan, "high": math.nan} if self.is_mirror else {}))
        return pl.DataFrame(rows)

    def seat_strategies(self, confidence: float = intervals.CONFIDENCE) -> pl.DataFrame:
        """Win share and mean points of each strategy in each seat (in the solo game, with each set
        of levels).
        """
        return pl.DataFrame(
            line._asdict() | self._figures([line], confidence) for line in self.lines
        )

    def levels(self, confidence: float = intervals.CONFIDENCE) -> pl.DataFrame:
        """Of the solo game, for each set of levels: the player's win share, and the margin over
        M.A.R.C.O. in points; the smaller sets first. `levels` has bit n-1 for level n.
        """
        rows = []
        for line in self._solo_lines():
            marco = [other for other in self.lines if other.seat and other.levels == line.levels]
            count = self._count([line])
            ahead = self._minus(self._weights([line]), self._weights(marco))
            none = [0] * len(ahead)
            margin = block_mean_interval(self._block_sums, none + ahead, count, confidence)
            rows.append(
                {
                    "levels": line.levels,
                    "name": level_name(line.levels),
                    "games": self.blocks * count,
                    **self._figures([line], confidence),
                    **_bounded("margin", margin, "margin_"),
                    "automaton_points": self._figures(marco, confidence)["points"],
                }
            )
        return pl.DataFrame(rows)

    def level_effects(self, confidence: float = intervals.CONFIDENCE) -> pl.DataFrame:
        """Of a solo run with every set of levels, what each level changes on average over the sets
        of the others: the win share, and the margin in points.
        """
        players = self._solo_lines()
        rows = []
        for level in range(1, max(line.levels for line in players).bit_length() + 1):
            bit = 1 << (level - 1)
            with_it = self._weights([line for line in players if line.levels & bit])
            without = self._weights([line for line in players if not line.levels & bit])
            none = [0] * len(with_it)
            count = self._count([line for line in players if line.levels & bit])
            wins = block_share_difference_interval(
                self._block_sums, with_it + none, without + none, count, confidence
            )
            # The player's points count for a level's sets, and M.A.R.C.O.'s against them.
            sides = [
                1 if bool(line.levels & bit) == (line.seat == 0) else -1 for line in self.lines
            ]
            margin = block_mean_interval(self._block_sums, none + sides, count, confidence)
            rows.append(
                {"level": level}
                | _bounded("effect", wins, "")
                | {"few": wins.few}
                | _bounded("margin", margin, "margin_")
            )
        return pl.DataFrame(rows)

    def _solo_lines(self) -> list[Line]:
        if self.game != "coatl-solo":
            raise RunError(f"{self.path} has no levels: it is a run of {self.game}")
        players = [line for line in self.lines if line.seat == 0]
        return sorted(players, key=lambda line: (line.levels.bit_count(), level_name(line.levels)))

    @staticmethod
    def _minus(first: Sequence[int], second: Sequence[int]) -> list[int]:
        return [a - b for a, b in zip(first, second, strict=True)]

    def seat_test(self) -> SeatTest | None:
        """The joint test that all seats win equally often, from differences within blocks; None for
        a match that is no mirror match, or with too few games.
        """
        if not self.is_mirror:
            return None
        return seats_equal(self._block_sums.first(len(self.lines)))

    def cards(
        self, strategy: str | None = None, confidence: float = intervals.CONFIDENCE
    ) -> pl.DataFrame:
        """Every figure of every card within a strategy (the only one, unless named), ranked by deal
        effect where cards are dealt. `deal_low` and `deal_high` are the interval of one card alone,
        `deal_all_low` and `deal_all_high` the one that holds for the whole deck together.
        """
        strategy = self._only(strategy)
        table = self._cards.filter(pl.col("strategy") == strategy)
        by_card = table.partition_by("card", maintain_order=True)
        if not by_card:
            raise RunError(f"{self.path} has no cards")
        seat_games = max(1, int(by_card[0]["n_all"].sum()) // self.blocks)
        frame = pl.DataFrame(
            [_card_figures(part, seat_games, len(by_card), confidence) for part in by_card],
            infer_schema_length=None,
        )
        by = "deal_effect" if frame["deal_effect"].is_not_nan().any() else "win_share_played"
        return frame.sort(pl.col(by).fill_nan(None), descending=True, nulls_last=True)

    def _only(self, strategy: str | None) -> str:
        if strategy is None and len(self.strategy_names) == 1:
            return self.strategy_names[0]
        if strategy not in self.strategy_names:
            known = ", ".join(self.strategy_names) or "none, the run has no games"
            raise RunError(f"strategy={strategy!r}: figures are within one strategy, of: {known}")
        return strategy

    def pairs(self, strategy: str | None = None) -> pl.DataFrame:
        """Cards on the same finished coatl: `n` times, how often by chance (`expected`, if cards
        came together at random), and `lift`, the one over the other.
        """
        strategy = self._only(strategy)
        cards = self._cards.filter(pl.col("strategy") == strategy)
        levels = [name for name in cards.columns if name.startswith("level_")]
        finished = cards.group_by("card").agg(
            pl.sum_horizontal(pl.col(levels).cast(pl.Int64).sum()).alias("times")
        )
        total = (
            self.table("seats")
            .filter(pl.col("strategy") == strategy)
            .select(pl.col("coameh").cast(pl.Int64).sum())
            .collect(engine="streaming")
            .item()
        )
        return (
            self.table("pairs")
            .filter(pl.col("strategy") == strategy)
            .group_by("card", "with")
            .agg(pl.col("n", "win12", "points").cast(pl.Int64).sum())
            .collect()
            .join(finished, on="card")
            .join(finished.rename({"card": "with", "times": "times_with"}), on="with")
            .with_columns(
                (pl.col("times") * pl.col("times_with") / max(total, 1)).alias("expected"),
                (pl.col("win12") / 12 / pl.col("n")).alias("win_share"),
                (pl.col("points") / pl.col("n")).alias("points_a_coatl"),
            )
            .with_columns((pl.col("n") / pl.col("expected")).alias("lift"))
            .drop("win12", "points", "times", "times_with")
            .sort("lift", descending=True)
        )

    def replay_command(self, game_id: int) -> str:
        """How to see that game."""
        return f"prestige replay --run={self.path} --game-id={game_id} --format=html > game.html"

    def replays(self, first: int, count: int) -> list[Replay]:
        """Games by their numbers, played once more by the program."""
        command: list[str | Path] = [
            find_program(),
            "replay",
            f"--run={self.path}",
            f"--from={first}",
            f"--count={count}",
            "--format=jsonl",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RunError(done.stderr.strip())
        games, _ = read_replay(done.stdout.splitlines())
        replays = [Replay(game.setup, game.events, game.result) for game in games]
        for replay in replays:
            replay.deck = self.deck
        return replays

    def replay(self, game_id: int) -> Replay:
        """A game by its number. In a notebook it shows as the replay viewer."""
        return self.replays(game_id, 1)[0]


def open_run(path: str | Path) -> Run:
    """Opens a run folder that `prestige simulate --out=FOLDER` made."""
    return Run(path)


def level_name(levels: int) -> str:
    """Levels of the solo game in words, from their bits."""
    numbers = [str(n + 1) for n in range(levels.bit_length()) if levels >> n & 1]
    return ("levels " if len(numbers) > 1 else "level ") + " ".join(numbers) if numbers else "none"


def _bounded(name: str, interval: Interval, prefix: str | None = None) -> dict[str, float]:
    """A figure and its bounds, as columns."""
    before = f"{name}_" if prefix is None else prefix
    return {name: interval.estimate, f"{before}low": interval.low, f"{before}high": interval.high}


def _card_figures(
    part: pl.DataFrame, seat_games: int, deck: int, confidence: float
) -> dict[str, Any]:
    """The figures of one card; `part` has its rows: one for each seat (and set of levels) and
    batch. Each block has `seat_games` of the strategy, and `deck` cards are compared.
    """
    numbers = pl.exclude("card", "strategy", "players", "levels", "seat", "batch").cast(pl.Int64)
    batches = part.group_by("batch", maintain_order=True).agg(numbers.sum())
    columns = {name: batches[name].to_numpy() for name in batches.columns}

    def ratio(numerator: str, denominator: str) -> Interval:
        sums = RatioSums(columns[numerator], columns[denominator])
        return intervals.ratio_interval(sums, confidence)

    def wins(occasion: str) -> RatioSums:
        return RatioSums(columns[f"win12_{occasion}"], columns[f"n_{occasion}"])

    def share(found: RatioSums) -> Interval:
        return intervals.batch_share_interval(found, seat_games, confidence)

    together = intervals.simultaneous_confidence(confidence, deck)
    deal_sums = _deal_sums(part)
    deal = intervals.deal_effect_interval(deal_sums, seat_games, confidence)
    deal_all = intervals.deal_effect_interval(deal_sums, seat_games, together)
    taken = wins("taken")
    not_taken = wins("known") - taken
    drawn = intervals.deal_effect_interval(
        DealSums(_as_one_seat(taken), _as_one_seat(not_taken)), seat_games, confidence
    )
    played = share(wins("played"))
    levels = [name for name in part.columns if name.startswith("level_")]
    columns["ended"] = sum((columns[name] for name in levels), start=np.zeros(1, dtype=np.int64))
    figures: dict[str, Any] = {
        "card": part["card"][0],
        **{f"n_{name}": int(columns[f"n_{name}"].sum()) for name in ("dealt", "taken", "played")},
        **_bounded("deal_effect", deal, "deal_"),
        "deal_all_low": deal_all.low,
        "deal_all_high": deal_all.high,
        "deal_few": deal.few,
        **_bounded("play_rate", ratio("n_played", "n_taken")),
        **_bounded("win_share_played", played, ""),
        "few": played.few,
        **_bounded("win_share_taken", share(taken)),
        **_bounded("win_share_not_taken", share(not_taken)),
        **_bounded("improvement_drawn", drawn),
        **_bounded("turn_seen", ratio("turn_seen", "n_seen")),
        **_bounded("turn_taken", ratio("turn_taken", "n_taken")),
        **_bounded("turn_played", ratio("turn_played", "n_played")),
        **_bounded("points_a_play", ratio("points", "times_played")),
        **_bounded("points_per_hand_turn", ratio("points", "hand_turns")),
    }
    for name in levels:
        figures |= _bounded(name, ratio(name, "ended"))
    return figures


def _as_one_seat(sums: RatioSums) -> RatioSums:
    return RatioSums(sums.numerator[:, np.newaxis], sums.denominator[:, np.newaxis])


def _deal_sums(part: pl.DataFrame) -> DealSums:
    """A row for each batch, a column for each seat."""
    batches, row = np.unique(part["batch"].to_numpy(), return_inverse=True)
    seats, column = np.unique(part["seat"].to_numpy(), return_inverse=True)

    def sums(name: str) -> intervals.Sums:
        table = np.zeros((len(batches), len(seats)), dtype=np.int64)
        np.add.at(table, (row, column), part[name].to_numpy())
        return table

    dealt = RatioSums(sums("win12_dealt"), sums("n_dealt"))
    return DealSums(dealt, RatioSums(sums("win12_all"), sums("n_all")) - dealt)
