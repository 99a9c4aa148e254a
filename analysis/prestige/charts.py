"""The charts of the report and the notebooks: Vega-Lite by Altair, drawn to SVG by vl-convert.

The colours are custom properties of the page (`var(--ink)`), so that one drawing serves light, dark
and paper; each mark's description is what the page shows when it is pointed at.
"""

import re
from collections.abc import Sequence
from typing import Any

import altair as alt
import polars as pl
import vl_convert

Row = dict[str, Any]

_INK = "var(--ink)"
_QUIET = "var(--quiet)"
_LINE = "var(--line)"
SERIES = [f"var(--series-{i})" for i in range(6)]
# What stands out below, what does not, what stands out above.
_VERDICTS = alt.Scale(
    domain=["stands out below", "no verdict", "stands out above"],
    range=["var(--bad)", "var(--quiet)", "var(--good)"],
)
_CONFIG = {
    "background": "transparent",
    "font": "system-ui, 'DejaVu Sans', sans-serif",
    "view": {"stroke": "transparent"},
    "axis": {
        "labelColor": _QUIET,
        "titleColor": _QUIET,
        "gridColor": _LINE,
        "domainColor": _LINE,
        "tickColor": _LINE,
        "labelFontSize": 11,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    },
    "legend": {
        "labelColor": _INK,
        "titleColor": _QUIET,
        "orient": "top",
        "title": None,
        "labelFontSize": 12,
        "labelLimit": 400,
    },
    "header": {"labelColor": _INK, "titleColor": _QUIET},
}
# For drawings that leave the page, such as those of a notebook.
_ON_PAPER = {
    "--ink": "#23211d",
    "--quiet": "#6a655b",
    "--line": "#d9d4c7",
    "--good": "#1a7f4b",
    "--bad": "#b4442a",
    "--panel": "#ffffff",
    "--band": "#efece4",
    "--series-0": "#1f6f78",
    "--series-1": "#c5621b",
    "--series-2": "#6b4fa0",
    "--series-3": "#8a8f1d",
    "--series-4": "#a8324e",
    "--series-5": "#3b5fa8",
    "--gem-white": "#b3aa93",
    "--gem-blue": "#2c6cc4",
    "--gem-green": "#2f9157",
    "--gem-red": "#d03b2e",
    "--gem-black": "#35322e",
    "--gem-noble": "#c5861b",
    "--level-1": "#9fc9cd",
    "--level-2": "#5c9fa6",
    "--level-3": "#2f7f88",
    "--level-4": "#155058",
    "--level-5": "#0b3238",
}
Chart = alt.Chart | alt.LayerChart | alt.FacetChart


def svg(chart: Chart) -> str:
    """The chart as it goes into a page."""
    drawn = vl_convert.vegalite_to_svg(chart.to_dict() | {"config": _CONFIG})
    # The page sets the width; the drawing keeps its shape.
    return re.sub(
        r'(<svg[^>]*?) version="1.1" class="marks" width="([0-9.]+)" height="[0-9.]+"',
        r'\1 role="img" style="width:\2px"',
        drawn,
        count=1,
    )


def on_paper(drawn: str) -> str:
    """A drawing with colours of its own, for where there is no page around it."""
    for name, color in _ON_PAPER.items():
        drawn = drawn.replace(f"var({name})", color)
    return drawn


def _data(rows: Sequence[Row]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), infer_schema_length=None)


def _card_axis(rows: Sequence[Row], width: int) -> alt.Y:
    """One line a card: `label` where there is room for what it asks, else `short`, its id."""
    field = "label" if width >= 400 else "short"
    order = list(dict.fromkeys(row[field] for row in rows))
    return alt.Y(
        f"{field}:N",
        sort=order,
        title=None,
        axis=alt.Axis(labelLimit=260, labelPadding=7, ticks=False),
    )


def _percent(title: str, field: str, **options: Any) -> alt.X:
    axis = alt.Axis(format=options.pop("format", ".0%"), tickCount=6)
    return alt.X(f"{field}:Q", title=title, axis=axis, **options)


def _rule(value: float, dash: bool = True) -> alt.Chart:
    rule: alt.Chart = (
        alt.Chart(_data([{"at": value}]))
        .mark_rule(color=_QUIET, strokeDash=[4, 3] if dash else [1, 0])
        .encode(x=alt.X("at:Q"))
    )
    return rule


def deal_effects(rows: Sequence[Row], threshold: float, width: int) -> Chart:
    """Cards by deal effect. Rows: label, short, text, deal_effect, deal_low, deal_high,
    deal_all_low, deal_all_high, verdict; effects in percentage points. Thick bars are the interval
    of one card, thin lines that of the whole deck together; the band is what does not count.
    """
    y = _card_axis(rows, width)
    color = alt.Color("verdict:N", scale=_VERDICTS, legend=alt.Legend(values=_VERDICTS.domain))
    base = alt.Chart(_data(rows)).encode(y=y, color=color, description="text:N")
    title = "deal effect, percentage points of win share"
    band = (
        alt.Chart(_data([{"from": -threshold, "to": threshold}]))
        .mark_rect(color="var(--band)")
        .encode(x=alt.X("from:Q", title=title), x2="to:Q")
    )
    return alt.layer(
        band,
        _rule(0, dash=False),
        base.mark_rule(strokeWidth=1).encode(x="deal_all_low:Q", x2="deal_all_high:Q"),
        base.mark_rule(strokeWidth=4, opacity=0.5).encode(x="deal_low:Q", x2="deal_high:Q"),
        base.mark_point(filled=True, size=46, opacity=1).encode(x="deal_effect:Q"),
    ).properties(width=width, height=alt.Step(15))


def played_against_won(rows: Sequence[Row], mean: float, width: int) -> Chart:
    """Play rate against win share when played. Rows: label, text, play_rate, win_share_played."""
    base = alt.Chart(_data(rows)).encode(
        x=_percent("play rate", "play_rate", scale=alt.Scale(zero=False)),
        y=alt.Y(
            "win_share_played:Q",
            title="win share when played",
            axis=alt.Axis(format=".0%"),
            scale=alt.Scale(zero=False),
        ),
        description="text:N",
    )
    across = (
        alt.Chart(_data([{"at": mean}])).mark_rule(color=_QUIET, strokeDash=[4, 3]).encode(y="at:Q")
    )
    return alt.layer(
        across,
        base.mark_point(filled=True, size=50, color=SERIES[0], opacity=0.8),
        base.mark_text(dx=7, align="left", fontSize=9, color=_QUIET).encode(text="label:N"),
    ).properties(width=width, height=min(width, 380))


def families(rows: Sequence[Row], threshold: float, width: int) -> Chart:
    """Cards that differ only in colour on one line. Rows: family, label, text, deal_effect,
    deal_low, deal_high.
    """
    lines: list[Row] = []
    for row in rows:
        first = not lines or lines[-1]["family"] != row["family"]
        if first and lines:
            lines.append({"line": f"{len(lines)}|", "family": row["family"], "text": ""})
        name = row["family"] if first else ""
        lines.append({**row, "line": f"{len(lines)}|{name}"})
    base = alt.Chart(_data(lines)).encode(
        y=alt.Y(
            "line:N",
            sort=[line["line"] for line in lines],
            title=None,
            axis=alt.Axis(labelExpr="split(datum.label, '|')[1]", labelLimit=190, ticks=False),
        ),
        description="text:N",
    )
    title = "deal effect, percentage points of win share"
    band = (
        alt.Chart(_data([{"from": -threshold, "to": threshold}]))
        .mark_rect(color="var(--band)")
        .encode(x=alt.X("from:Q", title=title), x2="to:Q")
    )
    return alt.layer(
        band,
        _rule(0, dash=False),
        base.mark_rule(strokeWidth=1.5, color=SERIES[0], opacity=0.55).encode(
            x="deal_low:Q", x2="deal_high:Q"
        ),
        base.mark_point(filled=True, size=36, color=SERIES[0], opacity=1).encode(x="deal_effect:Q"),
    ).properties(width=width, height=alt.Step(8))


def shares(
    rows: Sequence[Row], even: float | None, title: str, width: int, form: str = ".1%"
) -> Chart:
    """Win shares (or other figures, in another `form`) with their intervals, one line each. Rows:
    label, text, win_share, low, high, and `group` for the colour.
    """
    order = [row["label"] for row in rows]
    groups = list(dict.fromkeys(row["group"] for row in rows))
    base = alt.Chart(_data(rows)).encode(
        y=alt.Y(
            "label:N",
            sort=order,
            title=None,
            axis=alt.Axis(labelLimit=260, labelPadding=7, ticks=False),
        ),
        color=alt.Color(
            "group:N",
            scale=alt.Scale(domain=groups, range=SERIES),
            legend=alt.Legend() if len(groups) > 1 else None,
        ),
        description="text:N",
    )
    layers = [] if even is None else [_rule(even)]
    return alt.layer(
        *layers,
        base.mark_rule(strokeWidth=3, opacity=0.55).encode(
            x=_percent(title, "low", format=form, scale=alt.Scale(zero=False)), x2="high:Q"
        ),
        base.mark_point(filled=True, size=70, opacity=1).encode(x="win_share:Q"),
    ).properties(width=width, height=alt.Step(26))


def card_shares(rows: Sequence[Row], mean: float, width: int) -> Chart:
    """Win shares of cards with their intervals, coloured by the last word of `group` ("tier 1,
    red", "noble"). Rows: label, short, text, win_share, low, high, group.
    """
    groups = list(dict.fromkeys(row["group"] for row in rows))
    shades = [f"var(--gem-{name.split(', ')[-1]})" for name in groups]
    base = alt.Chart(_data(rows)).encode(
        y=_card_axis(rows, width),
        color=alt.Color(
            "group:N",
            scale=alt.Scale(domain=groups, range=shades),
            legend=alt.Legend(columns=5 if width >= 400 else 3) if len(groups) > 1 else None,
        ),
        description="text:N",
    )
    return alt.layer(
        _rule(mean),
        base.mark_rule(strokeWidth=3, opacity=0.55).encode(
            x=_percent("win share", "low", scale=alt.Scale(zero=False)), x2="high:Q"
        ),
        base.mark_point(filled=True, size=46, opacity=1).encode(x="win_share:Q"),
    ).properties(width=width, height=alt.Step(15))


def histogram(rows: Sequence[Row], title: str, width: int) -> Chart:
    """A distribution. Rows: value, share, group, text."""
    groups = list(dict.fromkeys(row["group"] for row in rows))
    chart: Chart = (
        alt.Chart(_data(rows))
        .mark_line(interpolate="step", strokeWidth=2)
        .encode(
            x=alt.X("value:Q", title=title),
            y=alt.Y("share:Q", title="share of games", axis=alt.Axis(format="%")),
            color=alt.Color(
                "group:N",
                scale=alt.Scale(domain=groups, range=SERIES),
                legend=alt.Legend() if len(groups) > 1 else None,
            ),
        )
        .properties(width=width, height=200)
    )
    return chart


def levels(rows: Sequence[Row], width: int) -> Chart:
    """How often each level is reached. Rows: label, short, level (`none`, `level 1`), its place,
    share, text.
    """
    names = sorted({row["level"] for row in rows}, key=lambda name: (name != "none", name))
    shades = ["var(--bad)" if name == "none" else f"var(--level-{name[6:]})" for name in names]
    chart: Chart = (
        alt.Chart(_data(rows))
        .mark_bar(height=11, stroke="var(--panel)", strokeWidth=0.5)
        .encode(
            y=_card_axis(rows, width),
            x=_percent("share of the times on a finished coatl", "share", stack="normalize"),
            color=alt.Color("level:N", scale=alt.Scale(domain=names, range=shades)),
            order=alt.Order("place:Q"),
            description="text:N",
        )
        .properties(width=width, height=alt.Step(15))
    )
    return chart
