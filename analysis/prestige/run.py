"""A run folder: its tables, read lazily, and every figure derived from them with its interval."""

import json
import math
import subprocess
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from prestige import intervals
from prestige.blocks import BlockSums, SeatTest, block_share_interval, seats_equal
from prestige.intervals import DealSums, Interval, RatioSums
from prestige.pages import ReplayedGame, read_replay, viewer_page
from prestige.program import find_program

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
    def lines(self) -> list[tuple[int, str]]:
        """The pairs of seat and strategy that occur."""
        if self._cards.is_empty():
            return []
        found = self._cards.select("seat", "strategy").unique().sort("seat", "strategy")
        return [(int(seat), str(strategy)) for seat, strategy in found.iter_rows()]

    @cached_property
    def _block_wins(self) -> BlockSums:
        """Twelfths won over blocks, a quantity for each line."""
        if self.games_played == 0:
            return BlockSums(0, [0] * len(self.lines), [[0] * len(self.lines)] * len(self.lines))
        block = pl.col("game_id") // self.games_per_block
        names = [str(i) for i in range(len(self.lines))]
        wide = (
            self.table("seats")
            .group_by(block.alias("block"))
            .agg(
                pl.col("win12")
                .filter((pl.col("seat") == seat) & (pl.col("strategy") == strategy))
                .cast(pl.Int64)
                .sum()
                .alias(name)
                for name, (seat, strategy) in zip(names, self.lines, strict=True)
            )
        )
        sums = wide.select(
            pl.len().cast(pl.Int64).alias("blocks"),
            *(pl.col(name).sum().alias(f"s{name}") for name in names),
            *((pl.col(a) * pl.col(b)).sum().alias(f"p{a},{b}") for a in names for b in names),
        )
        row = sums.collect(engine="streaming").row(0, named=True)
        return BlockSums(
            row["blocks"],
            [row[f"s{name}"] for name in names],
            [[row[f"p{a},{b}"] for b in names] for a in names],
        )

    def _share(self, chosen: Sequence[tuple[int, str]], confidence: float) -> Interval:
        """The win share of these lines together. Each line is there equally often in every
        block.
        """
        weights = [1 if line in chosen else 0 for line in self.lines]
        per_block = self._seat_games_per_block(chosen)
        return block_share_interval(self._block_wins, weights, per_block, confidence)

    def _seat_games_per_block(self, chosen: Sequence[tuple[int, str]]) -> int:
        if self.blocks == 0:
            return 1
        first = self._cards["card"][0]
        counted = self._cards.filter(pl.col("card") == first)
        games = sum(
            counted.filter((pl.col("seat") == seat) & (pl.col("strategy") == strategy))[
                "n_all"
            ].sum()
            for seat, strategy in chosen
        )
        return int(games) // self.blocks

    def _points(self, by: Sequence[str]) -> dict[tuple[Any, ...], float]:
        frame = (
            self.table("seats")
            .group_by(by)
            .agg(pl.col("points").mean())
            .collect(engine="streaming")
        )
        return {row[:-1]: row[-1] for row in frame.iter_rows()}

    def seats(self, confidence: float = intervals.CONFIDENCE) -> pl.DataFrame:
        """Win share and mean points of each seat. A verdict on seats is for mirror matches alone:
        `seat_test`.
        """
        points = self._points(["seat"])
        rows = []
        for seat in sorted({seat for seat, _ in self.lines}):
            share = self._share([line for line in self.lines if line[0] == seat], confidence)
            rows.append({"seat": seat, **_named("win_share", share), "points": points.get((seat,))})
        return pl.DataFrame(rows, schema_overrides={"points": pl.Float64})

    def strategies(self, confidence: float = intervals.CONFIDENCE) -> pl.DataFrame:
        """Win share and mean points of each strategy, over all seats; without bounds in a mirror
        match, where the share is 1 / players by definition.
        """
        points = self._points(["strategy"])
        rows = []
        for strategy in self.strategy_names:
            lines = [line for line in self.lines if line[1] == strategy]
            share = self._share(lines, confidence)
            if self.is_mirror:
                share = Interval(share.estimate, math.nan, math.nan, share.few)
            rows.append(
                {
                    "strategy": strategy,
                    **_named("win_share", share),
                    "points": points.get((strategy,)),
                }
            )
        return pl.DataFrame(rows, schema_overrides={"points": pl.Float64})

    def seat_test(self) -> SeatTest | None:
        """The joint test that all seats win equally often, from differences within blocks; None for
        a match that is no mirror match, or with too few games.
        """
        return seats_equal(self._block_wins) if self.is_mirror else None

    def cards(
        self, strategy: str | None = None, confidence: float = intervals.CONFIDENCE
    ) -> pl.DataFrame:
        """Every figure of every card within a strategy (the only one, unless named), ranked by deal
        effect where cards are dealt. `deal_low` and `deal_high` are the interval of one card alone,
        `deal_all_low` and `deal_all_high` the one that holds for the whole deck together.
        """
        strategy = self._only(strategy)
        table = self._cards.filter(pl.col("strategy") == strategy)
        ids = table["card"].unique(maintain_order=True).to_list()
        mine = [line for line in self.lines if line[1] == strategy]
        seat_games = max(1, self._seat_games_per_block(mine))
        rows = [
            _card_figures(card, part, seat_games, len(ids), confidence)
            for card in ids
            if not (part := table.filter(pl.col("card") == card)).is_empty()
        ]
        frame = pl.DataFrame(rows, infer_schema_length=None)
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


def _named(name: str, interval: Interval) -> dict[str, Any]:
    return {name: interval.estimate, "low": interval.low, "high": interval.high} | {
        "few": interval.few
    }


def _card_figures(
    card: str, part: pl.DataFrame, seat_games: int, deck: int, confidence: float
) -> dict[str, Any]:
    """The figures of one card; `part` has its rows: one for each seat and batch. Each block has
    `seat_games` of the strategy, and `deck` cards are compared.
    """
    numbers = pl.exclude("card", "strategy", "players", "levels", "seat", "batch").cast(pl.Int64)
    batches = part.group_by("batch", maintain_order=True).agg(numbers.sum())
    total = batches.sum()

    def sums(numerator: str, denominator: str) -> list[RatioSums]:
        return [RatioSums(*pair) for pair in batches.select(numerator, denominator).iter_rows()]

    def ratio(numerator: str, denominator: str) -> Interval:
        return intervals.ratio_interval(sums(numerator, denominator), confidence)

    def wins(occasion: str) -> list[RatioSums]:
        return sums(f"win12_{occasion}", f"n_{occasion}")

    def share(found: list[RatioSums]) -> Interval:
        return intervals.batch_share_interval(found, seat_games, confidence)

    together = intervals.simultaneous_confidence(confidence, deck)
    deal_sums = _deal_sums(part)
    deal = intervals.deal_effect_interval(deal_sums, seat_games, confidence)
    deal_all = intervals.deal_effect_interval(deal_sums, seat_games, together)
    taken = wins("taken")
    not_taken = [known - mine for known, mine in zip(wins("known"), taken, strict=True)]
    drawn = intervals.deal_effect_interval(
        [DealSums((mine,), (not_mine,)) for mine, not_mine in zip(taken, not_taken, strict=True)],
        seat_games,
        confidence,
    )
    played = share(wins("played"))
    play_rate = ratio("n_played", "n_taken")
    points = ratio("points", "times_played")
    levels = [name for name in part.columns if name.startswith("level_")]
    ended = sum(int(total[name][0]) for name in levels)
    figures: dict[str, Any] = {
        "card": card,
        "n_dealt": int(total["n_dealt"][0]),
        "n_taken": int(total["n_taken"][0]),
        "n_played": int(total["n_played"][0]),
        "deal_effect": deal.estimate,
        "deal_low": deal.low,
        "deal_high": deal.high,
        "deal_all_low": deal_all.low,
        "deal_all_high": deal_all.high,
        "deal_few": deal.few,
        "play_rate": play_rate.estimate,
        "play_rate_low": play_rate.low,
        "play_rate_high": play_rate.high,
        "win_share_played": played.estimate,
        "low": played.low,
        "high": played.high,
        "few": played.few,
        "win_share_taken": share(taken).estimate,
        "win_share_not_taken": share(not_taken).estimate,
        "improvement_drawn": drawn.estimate,
        "improvement_low": drawn.low,
        "improvement_high": drawn.high,
        "turn_seen": ratio("turn_seen", "n_seen").estimate,
        "turn_taken": ratio("turn_taken", "n_taken").estimate,
        "turn_played": ratio("turn_played", "n_played").estimate,
        "points_a_play": points.estimate,
        "points_low": points.low,
        "points_high": points.high,
        "points_per_hand_turn": ratio("points", "hand_turns").estimate,
    }
    for name in levels:
        figures[name] = int(total[name][0]) / ended if ended else None
    return figures


def _deal_sums(part: pl.DataFrame) -> list[DealSums]:
    """One for each batch; in each, a place for every seat."""
    place = {seat: i for i, seat in enumerate(sorted(part["seat"].unique()))}
    dealt: dict[int, list[RatioSums]] = {}
    other: dict[int, list[RatioSums]] = {}
    columns = ("batch", "seat", "n_dealt", "win12_dealt", "n_all", "win12_all")
    for batch, seat, n, win12, n_all, win12_all in part.select(columns).iter_rows():
        for table, found in (
            (dealt, RatioSums(win12, n)),
            (other, RatioSums(win12_all - win12, n_all - n)),
        ):
            row = table.setdefault(batch, [RatioSums()] * len(place))
            row[place[seat]] += found
    return [DealSums(tuple(dealt[batch]), tuple(other[batch])) for batch in dealt]
