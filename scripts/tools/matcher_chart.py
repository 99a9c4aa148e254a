"""What scripts/bench makes of the matcher's report: a table and docs/matcher.svg, its chart.

The rows of the report are named matcher/ENGINE/INPUT and have a counter `cards_per_second`: coameh
times cards scored. The inputs are coameh as they occur in games, and random ones of one length.
"""

import statistics
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

REGEX_ENGINES = ["hyperscan", "re2", "pcre2"]
INPUTS = ["game", "8", "16", "32", "60"]
LEAST_SHOWN = 1e5
LATENCIES = {
    "matcher_single": "one coatl against all 49 cards, ns",
    "matcher_hand": "one coatl against a hand of 5: which are met, ns",
    "matcher_add": "a piece more: the levels of a hand of 5, ns",
}


def rates_of(report: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Cards per second by engine and input: the median where a benchmark was repeated."""
    runs: dict[tuple[str, str], list[float]] = {}
    for row in report["benchmarks"]:
        kind, *names = row["name"].split("/")
        if kind == "matcher" and row.get("run_type") == "iteration":
            runs.setdefault((names[0], names[1]), []).append(row["cards_per_second"])
    rates: dict[str, dict[str, float]] = {}
    for (engine, kind), values in runs.items():
        rates.setdefault(engine, {})[kind] = statistics.median(values)
    return rates


def short(rate: float) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M")):
        if rate >= size:
            return f"{rate / size:.3g} {unit}"
    return f"{rate / 1e3:.3g} k"


def table(rates: dict[str, dict[str, float]]) -> str:
    """Rates by engine, fastest first, and how often the fastest is as fast as each."""
    engines = sorted(rates, key=lambda engine: -rates[engine]["game"])
    best = rates[engines[0]]["game"]
    lines = ["| cards a second | game | 8 | 16 | 32 | 60 | best is faster |"]
    lines.append("| --- |" + " ---: |" * (len(INPUTS) + 1))
    for engine in engines:
        cells = [short(rates[engine][kind]) for kind in INPUTS]
        cells.append(f"{best / rates[engine]['game']:.3g} x")
        lines.append(f"| {engine} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def latencies(report: dict[str, Any]) -> str:
    """The times that a strategy waits, by input."""
    times: dict[tuple[str, str], dict[str, list[float]]] = {}
    for row in report["benchmarks"]:
        kind, *names = row["name"].split("/")
        if kind in LATENCIES and row.get("run_type") == "iteration":
            own = times.setdefault((kind, names[0]), {})
            own.setdefault(names[1], []).append(row["cpu_time"])
    lines = ["| latency | | game | 8 | 16 | 32 | 60 |", "| --- | --- |" + " ---: |" * len(INPUTS)]
    for (kind, name), own in times.items():
        cells = [f"{statistics.median(own[input_name]):.3g}" for input_name in INPUTS]
        lines.append(f"| {LATENCIES[kind]} | {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def draw(rates: dict[str, dict[str, float]], subtitle: str, path: Path) -> None:
    """Bars for coameh as in games, marks for those of one length, on a logarithmic scale."""
    rows = [
        {
            "engine": engine,
            "kind": "regular expressions" if engine in REGEX_ENGINES else "Prestige",
            "pieces": "as in games" if name == "game" else f"{name} pieces",
            "rate": rate,
            "text": short(rate),
            "least": LEAST_SHOWN,
            "most": max(own.values()),
        }
        for engine, own in rates.items()
        for name, rate in own.items()
    ]
    order = sorted(rates, key=lambda engine: -rates[engine]["game"])
    marks = [f"{name} pieces" for name in INPUTS[1:]]
    base = alt.Chart(pl.DataFrame(rows)).encode(y=alt.Y("engine:N", sort=order, title=None))
    games = base.transform_filter("datum.pieces == 'as in games'")
    rate = alt.X(
        "rate:Q",
        scale=alt.Scale(type="log", domain=[LEAST_SHOWN, 1e11]),
        axis=alt.Axis(
            format="~s",
            values=[10.0**n for n in range(5, 12)],
            title="coameh x cards a second, one core",
        ),
    )
    color = alt.Color(
        "kind:N",
        title=None,
        scale=alt.Scale(domain=["Prestige", "regular expressions"], range=["#2f6f73", "#c0813a"]),
    )
    bars = games.mark_bar(height=15).encode(x=rate, x2="least:Q", color=color)
    texts = games.mark_text(align="left", dx=8, fontSize=11).encode(x="most:Q", text="text:N")
    shapes = alt.Shape("pieces:N", title=None, sort=marks, scale=alt.Scale(domain=marks))
    points = (
        base.transform_filter("datum.pieces != 'as in games'")
        .mark_point(size=26, color="black", strokeWidth=1.2)
        .encode(x=rate, shape=shapes)
    )
    title = alt.Title("The printed deck of 49 cards: all levels and points", subtitle=subtitle)
    chart = alt.layer(bars, points, texts).properties(
        width=560, height=22 * len(order), title=title
    )
    path.parent.mkdir(exist_ok=True)
    chart.configure_view(stroke=None).configure_title(anchor="start").save(str(path))
