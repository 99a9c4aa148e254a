"""`prestige report`: run folders as one self-contained HTML page, answers first."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl
from markupsafe import Markup, escape

from prestige import charts, deck, intervals, pages
from prestige.blocks import BlockSums, block_share_interval
from prestige.program import ProgramNotFoundError
from prestige.run import Replay, Run, RunError, level_name

THRESHOLD = 0.01  # a card stands out beyond +-1 percentage point, unless said otherwise
_DASH = "\N{EN DASH}"
_SPACE = "\N{NO-BREAK SPACE}"
_MINUS = "\N{MINUS SIGN}"
_WIDE, _NARROW = 660, 250
_SCANNED_GAMES = 300  # looked through, at most, for games that show an outlier
_GAMES_AT_ONCE = 60
_EMBEDDED_GAMES = 10
_GAMES_FOR_EVENNESS = 1_000_000


def number(value: float | None) -> str:
    """1,234, or a dash for what is not there."""
    return _DASH if value is None or math.isnan(value) else f"{value:,.0f}"


def percent(value: float | None, digits: int = 1) -> str:
    """12.3 %, or a dash."""
    return _DASH if value is None or math.isnan(value) else f"{100 * value:.{digits}f}{_SPACE}%"


def points_of_percent(value: float | None, digits: int = 1) -> str:
    """+1.2 pp, or a dash; with a real minus sign."""
    if value is None or math.isnan(value):
        return _DASH
    return f"{100 * value:+.{digits}f}{_SPACE}pp".replace("-", _MINUS)


def decimal(value: float | None, digits: int = 1) -> str:
    """1.2, or a dash."""
    return (
        _DASH if value is None or math.isnan(value) else f"{value:.{digits}f}".replace("-", _MINUS)
    )


def signed(value: float | None, digits: int = 1) -> str:
    """+1.2, or a dash; with a real minus sign."""
    if value is None or math.isnan(value):
        return _DASH
    return f"{value:+.{digits}f}".replace("-", _MINUS)


def between(low: float, high: float, show: Callable[[float], str]) -> str:
    """A range in words."""
    return "too few games for an interval" if math.isnan(low) else f"{show(low)} to {show(high)}"


def _p_value(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


@dataclass
class Answer:
    """A question, its answer in a few words, and the numbers behind it."""

    question: str
    verdict: str
    text: str
    tone: str = "plain"  # yes, no, or plain: whether something was found
    word: str = ""  # how it is judged: a place among the words
    cards: list[dict[str, Any]] = field(default_factory=list)  # rows of the table to look at


@dataclass
class Figure:
    """A chart in its two widths, as SVG. In a notebook it shows itself."""

    caption: str
    wide: Markup = field(repr=False)
    narrow: Markup = field(repr=False)

    def _repr_html_(self) -> str:
        drawn = charts.on_paper(self.wide)
        return (
            f'<figure style="background:#ffffff;color:#23211d;padding:8px;margin:0">'
            f"<figcaption>{escape(self.caption)}</figcaption>{drawn}</figure>"
        )


def _figure(caption: str, draw: Callable[[int], charts.Chart]) -> Figure:
    return Figure(caption, Markup(charts.svg(draw(_WIDE))), Markup(charts.svg(draw(_NARROW))))


@dataclass
class StrategyCards:
    """What the page shows of the cards in the hands of one strategy."""

    strategy: str
    rows: list[dict[str, Any]]
    outliers: list[dict[str, Any]]
    has_deals: bool
    mean_played: float
    family_noise: float | None
    kinds: list[dict[str, Any]]  # of cards that are not dealt: tier and colour, or nobles
    pairs: list[dict[str, Any]]
    level_names: list[str]
    figures: dict[str, Figure]


@dataclass
class Comparison:
    """Mirror matches of several runs side by side."""

    answer: Answer
    figure: Figure | None
    rows: list[dict[str, Any]]  # a seat of a run each


@dataclass
class RunPart:
    """One run of the page."""

    run: Run
    anchor: str
    facts: list[tuple[str, str]]
    answers: list[Answer]
    figures: dict[str, Figure]
    even: list[dict[str, Any]]
    cards: list[StrategyCards]
    levels: list[dict[str, Any]]
    replays: list[tuple[str, Replay]]
    no_replays: str

    @property
    def embedded(self) -> set[int]:
        """The games that the page holds."""
        return {replay.game_id for _, replay in self.replays}


def _games_for(run: Run, half_width: float, wanted: float) -> float:
    """How many games would bring an interval of that half-width down to the wanted one."""
    return run.games_played * (half_width / wanted) ** 2


def _more_games(run: Run, half_width: float, wanted: float) -> str:
    needed = _games_for(run, half_width, wanted)
    if needed <= run.games_played:
        return ""
    digits = max(0, len(f"{needed:.0f}") - 2)
    return f"{math.ceil(needed / 10**digits) * 10**digits:,}"


def _seat_answer(run: Run, even_points: Sequence[dict[str, Any]]) -> Answer:
    question = "Is there a seat advantage?"
    if not run.is_mirror:
        return Answer(
            question,
            "Not to be told from this run",
            "Seats only compare where all of them play alike. Run a mirror match: "
            f"prestige simulate --game={run.game} --players={run.players} "
            f"--strategies={run.strategy_names[0]}",
        )
    test = run.seat_test()
    seats = run.seats()
    even = 1 / run.players
    if test is None:
        return Answer(
            question, "Too few games", f"{run.games_played} games are not enough to compare seats."
        )
    best = seats.sort("win_share", descending=True).row(0, named=True)
    worst = seats.sort("win_share").row(0, named=True)
    wide = max(row["high"] - row["low"] for row in seats.iter_rows(named=True)) / 2
    if test.p_value < 1 - intervals.CONFIDENCE:
        needs = {row["seat"]: row["needs"] for row in even_points}
        made_even = (
            f" To be even, seat {worst['seat']} alone would have to be given "
            f"{decimal(needs[worst['seat']], 2)} points."
            if needs
            else ""
        )
        return Answer(
            question,
            f"Yes: seat {best['seat']} is ahead by "
            f"{100 * (best['win_share'] - even):.1f}{_SPACE}pp",
            f"Seat {best['seat']} wins {percent(best['win_share'])} of the games "
            f"({between(best['low'], best['high'], percent)}), seat {worst['seat']} "
            f"{percent(worst['win_share'])} ({between(worst['low'], worst['high'], percent)}); "
            f"even would be {percent(even)}. The joint test over all seats: "
            f"{_p_value(test.p_value)}.{made_even}",
            "yes",
            "seat-test",
        )
    # Twice as many games as make the interval ±1 pp: then 1 pp is found four times in five.
    more = _more_games(run, wide, 0.01 / math.sqrt(2))
    return Answer(
        question,
        "No evidence of one",
        f"Seat {best['seat']} wins {percent(best['win_share'])} "
        f"({between(best['low'], best['high'], percent)}), which chance alone explains "
        f"({_p_value(test.p_value)}, all seats together). "
        + (
            f"An advantage of 1 pp would show, four times in five, with about {more} games."
            if more
            else f"The shares are known to within {100 * wide:.1f} pp, so an advantage well beyond "
            "that is ruled out."
        ),
        "no",
        "seat-test",
    )


def _solo_answers(run: Run) -> list[Answer]:
    sets = run.levels().to_dicts()
    first, last = sets[0], sets[-1]

    def told(row: dict[str, Any]) -> str:
        return (
            f"{percent(row['win_share'])} of the games "
            f"({between(row['low'], row['high'], percent)}) with {_with_levels(row['levels'])}, "
            f"and is {abs(row['margin']):.1f} points {'behind' if row['margin'] < 0 else 'ahead'} "
            "on average"
        )

    question = "How often does the player beat M.A.R.C.O.?"
    if len(sets) == 1:
        answer = Answer(question, percent(first["win_share"]), f"It wins {told(first)}.")
        answer.tone, answer.word = "yes", "win-share"
        return [answer]
    hardest = min(sets, key=lambda row: (row["win_share"], row["margin"]))
    answers = [
        Answer(
            question,
            f"{percent(first['win_share'], 0)} without levels, {percent(last['win_share'], 0)} "
            f"with {_with_levels(last['levels'])}",
            f"It wins {told(first)}; {told(last)}. Hardest: {_with_levels(hardest['levels'])}, "
            f"{percent(hardest['win_share'])}.",
            "yes",
            "win-share",
        )
    ]
    effects = run.level_effects().sort("effect").to_dicts()
    sure = [row for row in effects if row["high"] < 0 or row["low"] > 0]
    parts = [
        f"{_level_words(run, row['level'])}: {points_of_percent(row['effect'])} "
        f"({between(row['low'], row['high'], points_of_percent)}), {signed(row['margin'])} points"
        for row in effects
    ]
    answers.append(
        Answer(
            "What does each level change?",
            f"Level {effects[0]['level']} weighs most" if sure else "No evidence of any effect",
            f"On average over all combinations of the others: {'; '.join(parts)}.",
            "yes" if sure else "no",
            "level-effect",
        )
    )
    return answers


def _level_words(run: Run, level: int) -> str:
    """A level with what it asks for."""
    names = run.info.get("level_names", [])
    return f"level {level}, {names[level - 1]}" if level <= len(names) else f"level {level}"


def _with_levels(levels: int) -> str:
    return level_name(levels) if levels else "no levels"


def _strategy_answer(run: Run) -> Answer | None:
    if len(run.strategy_names) < 2:
        return None
    table = run.strategies().sort("win_share", descending=True)
    parts = [
        f"{row['strategy']} {percent(row['win_share'])} "
        f"({between(row['low'], row['high'], percent)})"
        for row in table.iter_rows(named=True)
    ]
    best = table.row(0, named=True)
    even = 1 / run.players
    told = best["low"] > even
    return Answer(
        "Who plays better?",
        f"{best['strategy']}" if told else "No evidence of a difference",
        f"Win share of a seat: {', '.join(parts)}; even would be {percent(even)}.",
        "yes" if told else "no",
        "win-share",
    )


def _card_answer(run: Run, part: StrategyCards, threshold: float) -> Answer:
    question = "Which cards stand out?"
    if len(run.strategy_names) > 1:
        question = f"Which cards stand out in the hands of {part.strategy}?"
    limit = f"±{100 * threshold:g} pp"
    if not part.has_deals:
        return Answer(
            question,
            "No verdict",
            "This game deals no cards to a seat, so what is seen of a card mixes the card with who "
            "takes it. The observed figures are below.",
        )
    known = [row for row in part.rows if not math.isnan(row["deal_all_low"])]
    if not known:
        return Answer(question, "Too few games", "There are too few games for an interval.")
    inside = sum(
        row["deal_all_low"] > -threshold and row["deal_all_high"] < threshold for row in known
    )
    width = sorted((row["deal_all_high"] - row["deal_all_low"]) / 2 for row in known)[
        len(known) // 2
    ]
    more = _more_games(run, width, threshold)
    hint = (
        f" The intervals are ±{100 * width:.1f} pp wide; with about {more} games they would be "
        f"{limit}, and a card well beyond ±{200 * threshold:g} pp would show."
        if more
        else f" {inside} of {len(known)} cards are shown to lie within {limit}."
    )
    if not part.outliers:
        return Answer(
            question,
            "No evidence that any does",
            f"No card's interval lies wholly beyond {limit} once all {len(known)} cards are looked "
            f"at together.{hint}",
            "no",
            "stands-out",
        )
    named = [
        f"{row['card']} {points_of_percent(row['deal_effect'])} "
        f"({between(row['deal_all_low'], row['deal_all_high'], points_of_percent)})"
        for row in part.outliers[:6]
    ]
    rest = len(part.outliers) - len(named)
    return Answer(
        question,
        f"{len(part.outliers)} of {len(known)}",
        f"Being dealt it changes the win share by: {'; '.join(named)}"
        + (f"; and {rest} more" if rest > 0 else "")
        + f". Intervals hold for the whole deck together.{hint}",
        "yes",
        "stands-out",
        part.outliers,
    )


def _length_answer(run: Run) -> Answer | None:
    if not run.has_table("games"):
        return None
    turns = run.games().select(
        pl.col("turns").mean().alias("mean"),
        pl.col("turns").quantile(0.05).alias("low"),
        pl.col("turns").quantile(0.95).alias("high"),
    )
    row = turns.collect(engine="streaming").row(0, named=True)
    ends = _ends(run)
    total = sum(end["games"] for end in ends)
    how = ", ".join(f"{percent(end['games'] / total, 0)} by {end['end']}" for end in ends)
    return Answer(
        "How long is a game, and how does it end?",
        f"{row['mean']:.0f} turns",
        f"Nine in ten games take {row['low']:.0f} to {row['high']:.0f} turns of all seats "
        f"together. Games end {how}.",
        word="length",
    )


def _end_answer(run: Run) -> Answer | None:
    """Does it pay to set off the end?"""
    if not run.has_table("games") or run.game == "coatl-solo":
        return None
    enders = _enders(run)
    games = sum(row["games"] for row in enders)
    if not games:
        return None
    sums = BlockSums(
        games, [sum(row["win12"] for row in enders)], [[sum(row["square"] for row in enders)]]
    )
    share = block_share_interval(sums, [1], 1)
    even = 1 / run.players
    told = not math.isnan(share.low) and (share.low > even or share.high < even)
    verdict = f"They win {percent(share.estimate)} of the games" if told else "No evidence"
    return Answer(
        "Does whoever sets off the end win?",
        verdict,
        f"The seat that set off the end wins {percent(share.estimate)} "
        f"({between(share.low, share.high, percent)}; even would be {percent(even)}). That is no "
        "cause: who is ahead may also be faster. "
        + " ".join(
            f"Seat {row['ender']} sets it off in {percent(row['games'] / run.games_played, 0)} of "
            f"the games and wins {percent(row['share'].estimate, 0)} of those."
            for row in enders
        ),
        "yes" if told else "no",
        "ender",
    )


def _ends(run: Run) -> list[dict[str, Any]]:
    return (
        run.games()
        .group_by("end")
        .agg(pl.len().alias("games"))
        .collect(engine="streaming")
        .sort("games", descending=True)
        .to_dicts()
    )


def _enders(run: Run) -> list[dict[str, Any]]:
    """Who set off the end, and the win share of that seat then."""
    mask = pl.col("winner_mask").cast(pl.Int64)
    won = mask // (2 ** pl.col("ender").cast(pl.Int64)) % 2
    win12 = pl.when(won == 1).then(12 // mask.bitwise_count_ones().cast(pl.Int64)).otherwise(0)
    table = (
        run.games()
        .filter(pl.col("ender") >= 0)
        .group_by("ender")
        .agg(
            pl.len().cast(pl.Int64).alias("games"),
            win12.sum().alias("win12"),
            (win12**2).sum().alias("square"),
        )
        .collect(engine="streaming")
        .sort("ender")
    )
    return [
        {
            **row,
            "share": block_share_interval(
                BlockSums(row["games"], [row["win12"]], [[row["square"]]]), [1], 1
            ),
        }
        for row in table.iter_rows(named=True)
    ]


def evenness(run: Run) -> list[dict[str, Any]]:
    """For each seat of a mirror match the points that it alone would need (or could give away) to
    win 1 / players of the games, equal points counting as a shared victory; with the range that the
    uncertainty of its win share leaves. From the first million games at most.
    """
    limit = _GAMES_FOR_EVENNESS
    per_game = (
        run.table("seats")
        .filter(pl.col("game_id") < limit)
        .select("game_id", "seat", pl.col("points").cast(pl.Int64))
    )
    shares = {row["seat"]: row for row in run.seats().iter_rows(named=True)}
    rows = []
    for seat in range(run.players):
        counts = (
            per_game.group_by("game_id")
            .agg(
                (
                    pl.col("points").filter(pl.col("seat") == seat).first()
                    - pl.col("points").filter(pl.col("seat") != seat).max()
                ).alias("lead")
            )
            .group_by("lead")
            .agg(pl.len().cast(pl.Int64).alias("games"))
            .collect(engine="streaming")
            .sort("lead", descending=True)
        )
        half = (shares[seat]["high"] - shares[seat]["low"]) / 2
        even = 1 / run.players
        leads = list(counts.iter_rows())
        rows.append(
            {
                "seat": seat,
                "win_share": shares[seat]["win_share"],
                "points": shares[seat]["points"],
                "needs": _points_for(leads, even),
                "low": _points_for(leads, even - half),
                "high": _points_for(leads, even + half),
            }
        )
    return rows


def _points_for(leads: Sequence[tuple[int, int]], wanted: float) -> float:
    """The points b for which the share of games with lead + b > 0 (ties half) is the wanted one,
    between whole points by interpolation. `leads` has (lead, games), highest lead first.
    """
    total = sum(games for _, games in leads)
    if total == 0 or math.isnan(wanted):
        return math.nan
    above = 0.0
    before: tuple[float, float] | None = None
    for lead, games in leads:
        share = (above + games / 2) / total
        if share >= wanted:
            if before is None or share == before[1]:
                return float(-lead)
            part = (wanted - before[1]) / (share - before[1])
            return before[0] + part * (-lead - before[0])
        before = (float(-lead), share)
        above += games
    return float(-leads[-1][0])


def _strategy_cards(
    run: Run, strategy: str, anchor: str, threshold: float, names: Sequence[str]
) -> StrategyCards:
    table = run.cards(strategy)
    rows = table.to_dicts()
    suffix = f"-{names.index(strategy)}" if len(names) > 1 else ""
    for row in rows:
        card = run.card_rows.get(row["card"], {"id": row["card"]})
        row["asks"] = deck.asks(card) if len(card) > 1 else ""
        row["frame"] = deck.kind(card)
        row["anchor"] = f"{anchor}{suffix}-{row['card']}"
        row["label"] = f"{row['asks']} · {row['card']}" if row["asks"] else row["card"]
        row["verdict"] = "no verdict"
        if row["deal_all_low"] > threshold:
            row["verdict"] = "stands out above"
        elif row["deal_all_high"] < -threshold:
            row["verdict"] = "stands out below"
    has_deals = any(row["n_dealt"] for row in rows)
    outliers = sorted(
        (row for row in rows if row["verdict"] != "no verdict"),
        key=lambda row: -abs(row["deal_effect"]),
    )
    played = [row for row in rows if row["n_played"]]
    plays = sum(row["n_played"] for row in played)
    mean = sum(row["win_share_played"] * row["n_played"] for row in played) / plays if plays else 0
    level_names = [name for name in table.columns if name.startswith("level_")]
    level_names = [
        name for name in level_names if any(row[name] for row in rows if row[name] is not None)
    ]
    part = StrategyCards(
        strategy, rows, outliers, has_deals, mean, None, [], _pairs(run, strategy), level_names, {}
    )
    if has_deals:
        _deal_figures(run, part, threshold)
    elif played:
        _kind_figures(part, mean)
    scatter = [
        {
            "label": row["card"],
            "play_rate": row["play_rate"],
            "win_share_played": row["win_share_played"],
            "text": f"{row['card']} {row['asks']}: played {percent(row['play_rate'])} of the times "
            f"taken, win share {percent(row['win_share_played'])}",
        }
        for row in played
    ]
    if scatter:
        part.figures["scatter"] = _figure(
            "Play rate against win share when played; the dashed line is the mean over all cards.",
            lambda width: charts.played_against_won(scatter, mean, width + 30),
        )
    if level_names:
        stacked = [
            {
                "label": row["label"],
                "short": row["card"],
                "level": "none" if name == "level_0" else f"level {name[6:]}",
                "place": place,
                "share": row[name],
                "text": f"{row['card']} {row['asks']}: "
                f"{'no level' if name == 'level_0' else 'level ' + name[6:]} "
                f"{percent(row[name])}",
            }
            for row in sorted(rows, key=lambda row: str(row["card"]))
            for place, name in enumerate(level_names)
            if row[name]
        ]
        part.figures["levels"] = _figure(
            "The level at which a card ended on a finished coatl.",
            lambda width: charts.levels(stacked, width - 40),
        )
    return part


def _deal_figures(run: Run, part: StrategyCards, threshold: float) -> None:
    bars = []
    for row in part.rows:
        if math.isnan(row["deal_effect"]):
            continue
        text = (
            f"{row['card']} {row['asks']}: deal effect {points_of_percent(row['deal_effect'])}, "
            f"95 % {between(row['deal_low'], row['deal_high'], points_of_percent)}, whole deck "
            f"{between(row['deal_all_low'], row['deal_all_high'], points_of_percent)}"
        )
        effects = {
            key: 100 * row[key] if not math.isnan(row[key]) else None
            for key in ("deal_effect", "deal_low", "deal_high", "deal_all_low", "deal_all_high")
        }
        row["bar"] = {**effects, "text": text, "verdict": row["verdict"]}
        bars.append({**row["bar"], "label": row["label"], "short": row["card"]})
    if not bars:
        return
    part.figures["deal"] = _figure(
        "Cards by deal effect. Thick: the 95 % interval of the card alone; thin: the interval that "
        f"holds for the whole deck together; shaded: ±{100 * threshold:g} pp.",
        lambda width: charts.deal_effects(bars, 100 * threshold, width - 40),
    )
    grouped = deck.families(run.card_rows.values())
    by_card = {row["card"]: row for row in part.rows if "bar" in row}
    lines = []
    squares = 0.0
    degrees = 0
    for name, ids in grouped.items():
        members = [by_card[card] for card in ids if card in by_card]
        lines += [{**row["bar"], "family": name} for row in members]
        errors = [
            (row["deal_effect"], (row["deal_high"] - row["deal_low"]) / 2 / 1.96)
            for row in members
            if row["deal_high"] > row["deal_low"]
        ]
        if len(errors) > 1:
            weights = [1 / error**2 for _, error in errors]
            mean = sum(w * e for w, (e, _) in zip(weights, errors, strict=True)) / sum(weights)
            squares += sum(w * (e - mean) ** 2 for w, (e, _) in zip(weights, errors, strict=True))
            degrees += len(errors) - 1
    if lines:
        part.figures["families"] = _figure(
            "Cards that differ only in colour, on one line, each with its 95 % interval.",
            lambda width: charts.families(lines, 100 * threshold, width - 60),
        )
        part.family_noise = math.sqrt(squares / degrees) if degrees else None


def _kind_figures(part: StrategyCards, mean: float) -> None:
    """Cards that nobody is dealt: what was observed, by tier and colour."""
    played = [row for row in part.rows if row["n_played"]]
    lines = [
        _share_row(
            {"win_share": row["win_share_played"], "low": row["low"], "high": row["high"]},
            row["label"],
            row["frame"],
            row["card"],
        )
        for row in sorted(played, key=lambda row: (_kind_order(row), -row["win_share_played"]))
    ]
    for title in dict.fromkeys(line["group"].split(",")[0] for line in lines):
        part.figures[f"bought {title}"] = _kind_figure(
            title, [line for line in lines if line["group"].split(",")[0] == title], mean
        )
    for kind in dict.fromkeys(row["frame"] for row in sorted(part.rows, key=_kind_order)):
        cards = [row for row in part.rows if row["frame"] == kind]
        taken, got = (sum(row[name] for row in cards) for name in ("n_taken", "n_played"))
        part.kinds.append(
            {
                "kind": kind,
                "cards": len(cards),
                "n_played": got,
                "play_rate": got / taken if taken else math.nan,
                "win_share": _mean_of(cards, "win_share_played"),
                "improvement": _mean_of(cards, "improvement_drawn"),
                "turn_played": _mean_of(cards, "turn_played"),
                "points": _mean_of(cards, "points_a_play"),
            }
        )


def _kind_order(row: dict[str, Any]) -> tuple[bool, str]:
    return row["frame"] == "noble", row["frame"]


def _kind_figure(title: str, lines: Sequence[dict[str, Any]], mean: float) -> Figure:
    return _figure(
        f"{title[0].upper()}{title[1:]}: win share of those who got the card, with its 95 % "
        "interval; dashed: the mean over all cards.",
        lambda width: charts.card_shares(lines, mean, width - 60),
    )


def _mean_of(cards: Sequence[dict[str, Any]], figure: str) -> float:
    """Over cards, weighted by how often they were played."""
    known = [(row[figure], row["n_played"]) for row in cards if row["n_played"]]
    known = [(value, n) for value, n in known if value is not None and not math.isnan(value)]
    total = sum(n for _, n in known)
    return sum(value * n for value, n in known) / total if total else math.nan


def _pairs(run: Run, strategy: str) -> list[dict[str, Any]]:
    if not run.has_table("pairs") or not run.has_table("seats"):
        return []
    if "coameh" not in run.table("seats").collect_schema():
        return []  # nothing that cards could be on together
    frame = run.pairs(strategy).filter((pl.col("n") >= 30) & (pl.col("expected") >= 5))
    return frame.head(12).to_dicts()


def _facts(run: Run) -> list[tuple[str, str]]:
    progress = f"{run.games_played:,} games"
    if run.games_per_block > 1:
        progress += f" in {run.blocks:,} blocks of {run.games_per_block}"
    facts = [
        ("played", progress),
        ("seats", ", ".join(run.strategy_names)),
        ("ruleset", str(run.config["ruleset"]) + "".join(f", {s}" for s in run.config["set"])),
        ("seed", str(run.config["seed"])),
    ]
    facts += [("program", run.info["program"]["version"]), ("signature", run.info["signature"])]
    return facts


def _distributions(run: Run) -> dict[str, Figure]:
    figures: dict[str, Figure] = {}
    who = "seat" if run.is_mirror else "strategy"
    points = (
        run.table("seats")
        .group_by(who, "points")
        .agg(pl.len().cast(pl.Int64).alias("games"))
        .collect(engine="streaming")
        .sort(who, "points")
    )
    totals = {key[0]: part["games"].sum() for key, part in points.group_by(who)}
    rows = [
        {
            "value": value,
            "share": games / totals[name],
            "group": f"seat {name}" if who == "seat" else name,
        }
        for name, value, games in points.iter_rows()
    ]
    figures["points"] = _figure(
        "Points at the end.", lambda width: charts.histogram(rows, "points", width + 20)
    )
    turns = (
        run.games()
        .group_by("turns")
        .agg(pl.len().cast(pl.Int64).alias("games"))
        .collect(engine="streaming")
        .sort("turns")
    )
    lengths = [
        {"value": value, "share": games / run.games_played, "group": "games"}
        for value, games in turns.iter_rows()
    ]
    figures["turns"] = _figure(
        "Turns of all seats together.",
        lambda width: charts.histogram(lengths, "turns", width + 20),
    )
    return figures


def _share_row(row: dict[str, Any], label: str, group: str, short: str = "") -> dict[str, Any]:
    bounds = between(row["low"], row["high"], percent)
    return {
        "label": label,
        "short": short or label,
        "group": group,
        "win_share": row["win_share"],
        "low": None if math.isnan(row["low"]) else row["low"],
        "high": None if math.isnan(row["high"]) else row["high"],
        "text": f"{short or label}: win share {percent(row['win_share'])}, 95 % {bounds}",
    }


def _solo_figures(run: Run) -> dict[str, Figure]:
    sets = run.levels().to_dicts()
    rows = [_share_row(row, row["name"], f"{row['levels'].bit_count()} levels") for row in sets]
    margins = [
        _mean_row(
            row["margin"], row["margin_low"], row["margin_high"], row["name"], shares["group"]
        )
        for row, shares in zip(sets, rows, strict=True)
    ]
    found = {
        "seats": _figure(
            "Win share of the player with each set of levels, with its 95 % interval.",
            lambda width: charts.shares(rows, None, "win share", width - 40),
        ),
        "margins": _figure(
            "How many points the player is ahead of M.A.R.C.O., on average.",
            lambda width: charts.shares(margins, 0, "points ahead", width - 40, ".1f"),
        ),
    }
    if len(sets) > 1:
        effects = [
            _mean_row(
                100 * row["effect"],
                100 * row["low"],
                100 * row["high"],
                _level_words(run, row["level"]),
                "level",
            )
            for row in run.level_effects().iter_rows(named=True)
        ]
        found["level effects"] = _figure(
            "What a level changes on average over all sets of the others.",
            lambda width: charts.shares(
                effects, 0, "percentage points of win share", width - 20, "+.1f"
            ),
        )
    return found


def _mean_row(value: float, low: float, high: float, label: str, group: str) -> dict[str, Any]:
    return {
        "label": label,
        "group": group,
        "win_share": value,
        "low": None if math.isnan(low) else low,
        "high": None if math.isnan(high) else high,
        "text": f"{label}: {signed(value)}, 95 % {between(low, high, signed)}",
    }


def _seat_figures(run: Run) -> dict[str, Figure]:
    if run.game == "coatl-solo":
        return _solo_figures(run)
    rows = []
    if run.is_mirror:
        for row in run.seats().iter_rows(named=True):
            rows.append(_share_row(row, f"seat {row['seat']}", run.strategy_names[0]))
    else:
        for row in run.strategies().iter_rows(named=True):
            rows.append(_share_row(row, row["strategy"], row["strategy"]))
    what = "seat" if run.is_mirror else "strategy"
    figures = {
        "seats": _figure(
            f"Win share of each {what} with its 95 % interval; dashed: even.",
            lambda width: charts.shares(rows, 1 / run.players, "win share", width),
        )
    }
    if run.has_table("games"):
        enders = [
            {
                "win_share": row["share"].estimate,
                "low": row["share"].low,
                "high": row["share"].high,
                "label": f"seat {row['ender']}, {percent(row['games'] / run.games_played, 0)}",
            }
            for row in _enders(run)
        ]
        lines = [_share_row(row, row["label"], "ender") for row in enders]
        if lines:
            figures["enders"] = _figure(
                "Who set off the end (in what share of the games), and how often that seat won.",
                lambda width: charts.shares(
                    lines, 1 / run.players, "win share of the seat that set off the end", width
                ),
            )
    return figures


def _replays(run: Run, parts: Sequence[StrategyCards]) -> tuple[list[tuple[str, Replay]], str]:
    """Games to show: one or two for each outlier, the highest score, and one as they come."""
    outliers = [(part.strategy, row) for part in parts for row in part.outliers]
    wanted: dict[int, str] = {}
    seen: dict[int, Replay] = {}
    try:
        for first in range(0, min(_SCANNED_GAMES, run.games_played), _GAMES_AT_ONCE):
            looked_for = [(who, row) for who, row in outliers if "game" not in row]
            if not looked_for:
                break
            games = run.replays(first, min(_GAMES_AT_ONCE, run.games_played - first))
            seen |= {game.game_id: game for game in games}
            for who, row in looked_for:
                found = _game_with(games, row["card"], who, row["deal_effect"] > 0)
                if found is not None:
                    row["game"] = found
                    if len(wanted) < _EMBEDDED_GAMES:
                        wanted.setdefault(found, f"{row['card']} dealt")
        if run.has_table("games"):
            top = run.games().top_k(1, by=["top_points", "game_id"]).collect()
            wanted.setdefault(int(top["game_id"][0]), "the highest score")
        wanted.setdefault(0, "the first game")
        for game_id in wanted:
            if game_id not in seen:
                seen[game_id] = run.replay(game_id)
    except (RunError, ProgramNotFoundError) as error:
        return [], str(error)
    return [(why, seen[game_id]) for game_id, why in wanted.items()], ""


def _game_with(games: Sequence[Replay], card: str, strategy: str, won: bool) -> int | None:
    """A game in which the strategy was dealt the card, and won (or did not)."""
    for game in games:
        if game.result is None:
            continue
        dealt = zip(game.setup.get("dealt", []), game.setup.get("temples", []), strict=False)
        for seat, (hand, temples) in enumerate(dealt):
            mine = game.setup["strategies"][seat] == strategy and card in [*hand, *temples]
            if mine and (seat in game.result["winners"]) == won:
                return game.game_id
    return None


def _run_part(run: Run, place: int, threshold: float) -> RunPart:
    anchor = f"run{place}"
    names = run.strategy_names
    if run.games_played == 0:
        answer = Answer("What does it say?", "Nothing yet", "The run has no complete game.")
        return RunPart(run, anchor, _facts(run), [answer], {}, [], [], [], [], "")
    parts = [_strategy_cards(run, name, anchor, threshold, names) for name in names]
    detailed = run.has_table("seats")
    answers: list[Answer | None] = []
    figures: dict[str, Figure] = {}
    even: list[dict[str, Any]] = []
    if detailed:
        if run.is_mirror and run.blocks > 1:
            even = evenness(run)
        answers += (
            _solo_answers(run)
            if run.game == "coatl-solo"
            else [_seat_answer(run, even), _strategy_answer(run)]
        )
        figures = _seat_figures(run) | _distributions(run)
    else:
        answers.append(
            Answer(
                "Is there a seat advantage?",
                "Not kept",
                "The run was made with --detail=summary, without the table of seats.",
            )
        )
    answers += [_card_answer(run, part, threshold) for part in parts]
    answers += [_end_answer(run), _length_answer(run)]
    levels = run.levels().to_dicts() if detailed and run.game == "coatl-solo" else []
    replays, no_replays = _replays(run, parts)
    told = [answer for answer in answers if answer is not None]
    return RunPart(
        run, anchor, _facts(run), told, figures, even, parts, levels, replays, no_replays
    )


def figures(
    run: Run, strategy: str | None = None, threshold: float = THRESHOLD
) -> dict[str, Figure]:
    """The report's charts of a run by name, for a notebook: `deal`, `families`, `scatter` and
    `levels` of the cards in the hands of a strategy; `seats`, `enders`, `points` and `turns`.
    """
    names = run.strategy_names
    part = _strategy_cards(run, strategy or names[0], "run", threshold, names)
    return part.figures | _seat_figures(run) | _distributions(run)


def _comparison(parts: Sequence[RunPart]) -> Comparison | None:
    """Seat advantage over player count and strategy: how far each seat is from even, and the points
    that it would need.
    """
    mirrors = [part for part in parts if part.even]
    if len(mirrors) < 2:
        return None
    marks, rows, told = [], [], []
    for part in mirrors:
        run = part.run
        even = 1 / run.players
        who = f"{run.players} players, {run.strategy_names[0]}"
        seats = run.seats().to_dicts()
        for row, needed in zip(seats, part.even, strict=True):
            moved = row | {key: row[key] - even for key in ("win_share", "low", "high")}
            marks.append(_share_row(moved, f"{who}, seat {row['seat']}", f"{run.players} players"))
            rows.append(
                {
                    **needed,
                    **row,
                    "who": who,
                    "anchor": part.anchor,
                    "even": even,
                    "needs_low": needed["low"],
                    "needs_high": needed["high"],
                }
            )
        test = run.seat_test()
        best = max(seats, key=lambda row: float(row["win_share"]))
        if test is not None and test.p_value < 1 - intervals.CONFIDENCE:
            told.append(
                f"{who}: seat {best['seat']}, {points_of_percent(best['win_share'] - even)} "
                f"({_p_value(test.p_value)})"
            )
        else:
            told.append(f"{who}: no evidence")
    found = sum(not text.endswith("no evidence") for text in told)
    answer = Answer(
        "Is there a seat advantage?",
        f"In {found} of {len(told)} runs" if found else "No evidence in any run",
        "; ".join(told) + ".",
        "yes" if found else "no",
        "seat-test",
    )
    figure = _figure(
        "How far each seat is from an even win share, over player count and strategy.",
        lambda width: charts.shares(marks, 0, "win share minus even", width - 60),
    )
    return Comparison(answer, figure, rows)


def report_page(runs: Sequence[Run], threshold: float = THRESHOLD) -> str:
    """The report on one or several runs as a page. `threshold`: a card stands out if its interval
    lies wholly beyond that, as a share (0.01 is 1 pp).
    """
    parts = [_run_part(run, place, threshold) for place, run in enumerate(runs)]
    games = [
        {"anchor": part.anchor, "why": why, **replay.as_json()}
        for part in parts
        for why, replay in part.replays
    ]
    return pages.render(
        "report.html.jinja",
        {
            "title": runs[0].title if len(runs) == 1 else f"{len(runs)} runs compared",
            "made": datetime.now(UTC).strftime("%Y-%m-%d"),
            "style": pages.web(*pages.VIEWER_STYLES, "report.css"),
            "script": pages.web(*pages.VIEWER_SCRIPTS, "report.js"),
            "threshold": threshold,
            "parts": parts,
            "comparison": _comparison(parts),
            "decks": {part.anchor: part.run.deck for part in parts},
            "games": games,
            "number": number,
            "percent": percent,
            "pp": points_of_percent,
            "decimal": decimal,
            "between": between,
            "signed": signed,
        },
    )


def write_report(
    runs: Sequence[Run], out: str | Path | None = None, threshold: float = THRESHOLD
) -> Path:
    """Writes the report: to `out`, else as report.html into the (first) run's folder."""
    path = Path(out) if out else runs[0].path / "report.html"
    path.write_text(report_page(runs, threshold), encoding="utf-8")
    return path
