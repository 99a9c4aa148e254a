"""Self-contained HTML pages: templates, styles and scripts of `web/` in one file, no network."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

_WEB = Path(__file__).parent / "web"

# Nothing may be fetched, whatever a file of the run holds; styles and scripts are in the page.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
VIEWER_SCRIPTS = ("cards.js", "viewer.js", "viewer_coatl.js", "viewer_splendor.js")
VIEWER_STYLES = ("base.css", "splendor.css", "viewer.css")


class ReplayError(ValueError):
    """A replay log that is not as `prestige replay --format=jsonl` writes it."""


@dataclass
class ReplayedGame:
    """One game of a replay log: its first line, its events, its last line."""

    setup: dict[str, Any]
    events: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None

    @property
    def game_id(self) -> int:
        """The game's number in its run."""
        return int(self.setup["index"])

    def as_json(self) -> dict[str, Any]:
        """As the viewer's script takes it."""
        return {"setup": self.setup, "events": self.events, "result": self.result}


def read_replay(lines: Iterable[str]) -> tuple[list[ReplayedGame], dict[str, Any]]:
    """The games of a replay log, and the deck where a line of type `deck` tells it."""
    games: list[ReplayedGame] = []
    deck: dict[str, Any] = {}
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
            kind = line["type"]
        except (ValueError, TypeError, KeyError) as error:
            raise ReplayError(f"line {number} is no line of a replay log: {text[:80]!r}") from error
        if kind == "deck":
            deck = {name: table for name, table in line.items() if name != "type"}
        elif kind == "setup":
            games.append(ReplayedGame(line))
        elif not games:
            raise ReplayError(f"line {number} comes before the setup line of its game: {kind!r}")
        elif kind == "event":
            games[-1].events.append(line)
        elif kind == "result":
            games[-1].result = line
        else:
            raise ReplayError(
                f"line {number} has the type {kind!r}; known: deck, setup, event, result"
            )
    return games, deck


def web(*names: str) -> Markup:
    """Files of `web/`, one after the other, as they go into a page."""
    return Markup("\n".join((_WEB / name).read_text(encoding="utf-8") for name in names))


def render(template: str, values: Mapping[str, Any]) -> str:
    """A page from a template of `web/`; values are escaped unless they are Markup."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_WEB),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render({"policy": POLICY, **values})


def viewer_page(games: list[ReplayedGame], deck: Mapping[str, Any]) -> str:
    """The replay viewer for these games. The deck, `{"prophecies": [...], ...}` with the columns of
    the deck files, says what the cards ask; without it they are shown by their ids.
    """
    if not games:
        raise ReplayError("there is no game to show: the log is empty")
    first = games[0].setup
    return render(
        "viewer.html.jinja",
        {
            "title": f"{first['game']}, game {first['index']} of seed {first['seed']}",
            "style": web(*VIEWER_STYLES),
            "script": web(*VIEWER_SCRIPTS),
            "deck": deck,
            "games": [game.as_json() for game in games],
        },
    )
