"""The replay viewer, in a real browser."""

import csv
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from prestige import find_program
from prestige.pages import ReplayedGame, ReplayError, read_replay, viewer_page
from referee import coatl
from referee.coatl_solo import SoloGame, SoloRules

OpenPage = Callable[[Path], Page]


@pytest.fixture(scope="module")
def deck(tree: Path) -> dict[str, Any]:
    tables = {}
    for name in ("prophecies", "temples"):
        with (tree / "data" / "coatl" / f"{name}.csv").open() as file:
            tables[name] = list(csv.DictReader(file))
    return tables


@pytest.fixture(scope="module")
def games() -> list[ReplayedGame]:
    command = "replay --game=coatl --players=2 --strategies=random --seed=1 --from=12 --count=2"
    log = subprocess.run(
        [find_program(), *command.split(), "--format=jsonl"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    ).stdout
    return read_replay(log.splitlines())[0]


@pytest.fixture
def viewer(
    games: list[ReplayedGame], deck: dict[str, Any], tmp_path: Path, open_page: OpenPage
) -> Page:
    path = tmp_path / "game.html"
    path.write_text(viewer_page(games, deck))
    return open_page(path)


def finish_steps(game: ReplayedGame) -> list[int]:
    return [i + 1 for i, event in enumerate(game.events) if event["do"] == "finish"]


def place(page: Page) -> int:
    return int(page.locator(".place").inner_text().split(" / ")[0])


def test_keys_step_and_jump(viewer: Page, games: list[ReplayedGame]) -> None:
    game = games[0]
    actions = [i + 1 for i, event in enumerate(game.events) if event["do"] == "end_action"]
    finishes = finish_steps(game)
    assert len(finishes) >= 2
    for key, expected in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("ArrowDown", actions[0]),
        ("ArrowDown", actions[1]),
        ("ArrowUp", actions[0]),
        ("f", finishes[0]),
        ("f", finishes[1]),
        ("Shift+F", finishes[0]),
        ("End", len(game.events)),
        ("ArrowRight", len(game.events)),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        viewer.keyboard.press(key)
        assert place(viewer) == expected, key


def test_every_position_is_that_of_the_log(viewer: Page, games: list[ReplayedGame]) -> None:
    """The supply, hands and coameh that are drawn, after every finish and at the end."""
    game = games[0]
    for step in [*finish_steps(game), len(game.events)]:
        finished = [e for e in game.events[:step] if e["do"] == "finish"]
        viewer.locator("input[type=range]").evaluate(
            "(e, v) => { e.value = v; e.dispatchEvent(new Event('input')); }", step
        )
        for seat in range(2):
            panel = viewer.locator(f"[data-seat='{seat}']")
            points = sum(event["points"] for event in finished if event["seat"] == seat)
            expect(panel.locator(".points")).to_have_text(f"{points} points")
            pieces: list[str] = []
            coameh: dict[int, list[str]] = {}
            for event in game.events[:step]:
                if event["seat"] != seat:
                    continue
                what = event["do"]
                if what in ("take", "token"):
                    pieces += event.get("pieces", [])
                elif what == "start":
                    pieces.remove(event["piece"])
                    coameh[event["coatl"]] = [event["piece"]]
                elif what == "extend":
                    pieces.remove(event["piece"])
                    coatl = coameh[event["coatl"]]
                    coatl.insert(0 if event["end"] == "head" else len(coatl), event["piece"])
            board = "".join(panel.locator(".pieces .piece").all_inner_texts())
            assert board == "".join(piece[1] for piece in pieces)
            for number, coatl in coameh.items():
                drawn = viewer.locator(f"[data-coatl='{seat}:{number}'] .serpent .piece")
                assert "".join(drawn.all_inner_texts()) == "".join(piece[1] for piece in coatl)


def test_buttons_list_and_games(viewer: Page, games: list[ReplayedGame]) -> None:
    finishes = finish_steps(games[0])
    viewer.locator(".finishes button").nth(1).click()
    assert place(viewer) == finishes[1]
    viewer.get_by_label("a step on").click()
    assert place(viewer) == finishes[1] + 1
    viewer.locator(".story li").first.click()
    assert place(viewer) == 1
    viewer.get_by_label("play or stop").click()
    viewer.wait_for_function(
        "Number(document.querySelector('.place').textContent.split(' ')[0]) > 1"
    )
    viewer.get_by_label("game", exact=True).select_option("1")
    expect(viewer.locator("h1")).to_have_text("Cóatl, game 13")
    viewer.keyboard.press("Tab")
    viewer.keyboard.press("End")
    assert place(viewer) == len(games[1].events)
    assert games[1].result
    winners = viewer.locator(".seat-score.winner")
    assert winners.count() == len(games[1].result["winners"])


def test_it_fits_a_phone_and_has_a_dark_dress(viewer: Page) -> None:
    light = viewer.evaluate("getComputedStyle(document.body).backgroundColor")
    viewer.emulate_media(color_scheme="dark")
    assert viewer.evaluate("getComputedStyle(document.body).backgroundColor") != light
    viewer.set_viewport_size({"width": 360, "height": 740})
    viewer.keyboard.press("End")
    assert viewer.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_solo_game_shows_marco(
    deck: dict[str, Any], tmp_path: Path, open_page: OpenPage
) -> None:
    """What lies on its cards, after every turn of its, and the points at the end."""
    log = subprocess.run(
        [find_program(), "replay", "--game=coatl-solo", "--levels=5", "--format=jsonl"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    ).stdout
    game = read_replay(log.splitlines())[0][0]
    path = tmp_path / "game.html"
    path.write_text(viewer_page([game], deck))
    page = open_page(path)
    expect(page.locator("h1")).to_have_text("Cóatl solo, game 0")
    rules = SoloRules.load(coatl.DATA_FOLDER)
    referee = SoloGame.begin(rules, game.setup)
    for step, event in enumerate(game.events, start=1):
        referee.apply({"type": "event", **event})
        if event["seat"] == 0 or event["do"] != "end_action":
            continue
        drawn = page.evaluate(
            """(step) => {
              const slider = document.querySelector("input[type=range]");
              slider.value = step;
              slider.dispatchEvent(new Event("input"));
              return [...document.querySelectorAll("[data-seat='1'] .marco-card .pieces")]
                .map((pieces) => pieces.textContent);
            }""",
            step,
        )
        assert drawn == ["".join(piece[1] for piece in card.pieces) for card in referee.marco]
    page.keyboard.press("End")
    assert game.result
    for seat, points in enumerate(game.result["scores"]):
        expect(page.locator(f"[data-seat='{seat}'] .points")).to_have_text(f"{points} points")


def test_names_stay_text(
    games: list[ReplayedGame], deck: dict[str, Any], tmp_path: Path, open_page: OpenPage
) -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    prophecies = [{**card, "name": evil} for card in deck["prophecies"]]
    game = ReplayedGame(
        {**games[0].setup, "strategies": [evil, evil], "ruleset": evil}, games[0].events
    )
    path = tmp_path / "game.html"
    path.write_text(viewer_page([game], {**deck, "prophecies": prophecies}))
    page = open_page(path)
    expect(page.locator(".card .name").first).to_have_text(evil)
    expect(page.locator("[data-seat='0'] h3")).to_contain_text(evil)
    assert page.locator("img").count() == 0
    page.keyboard.press("End")
    assert place(page) == len(game.events)


def test_without_a_deck_cards_have_their_ids(
    games: list[ReplayedGame], tmp_path: Path, open_page: OpenPage
) -> None:
    path = tmp_path / "game.html"
    path.write_text(viewer_page(games, {}))
    page = open_page(path)
    expect(page.locator(".open-cards .card .id").first).to_have_text(games[0].setup["row"][0])


def test_a_game_without_a_renderer_says_so(tmp_path: Path, open_page: OpenPage) -> None:
    setup = {"game": "halma", "index": 3, "seed": 1, "players": 2, "ruleset": "base"}
    path = tmp_path / "game.html"
    path.write_text(viewer_page([ReplayedGame(setup)], {}))
    page = open_page(path)
    expect(page.locator(".board")).to_have_text("There is no picture of halma yet.")


def test_bad_logs_are_named() -> None:
    setup = json.dumps({"type": "setup", "game": "coatl", "index": 0})
    for lines, message in [
        (["{"], "line 1 is no line of a replay log: '{'"),
        ([setup, "[]"], "line 2 is no line"),
        (['{"type":"event"}'], "line 1 comes before the setup line of its game: 'event'"),
        ([setup, '{"type":"turn"}'], "line 2 has the type 'turn'; known: deck, setup, event"),
    ]:
        with pytest.raises(ReplayError, match=message.replace("[", r"\[").replace("{", r"\{")):
            read_replay(lines)
    with pytest.raises(ReplayError, match="there is no game to show"):
        viewer_page([], {})


def run_program(
    program: Path, arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments.split()],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **environment},
    )


def test_the_program_hands_the_game_and_its_deck_over(
    program: Path, deck: dict[str, Any], games: list[ReplayedGame]
) -> None:
    done = run_program(
        program, "replay --players=2 --strategies=random --seed=1 --game-id=12 --format=html"
    )
    assert done.returncode == 0, done.stderr
    page = done.stdout
    assert page.startswith("<!doctype html>")
    cards = json.loads(page.partition('id="deck">')[2].partition("</script>")[0])
    for name, rows in deck.items():
        for card, row in zip(cards[name], rows, strict=True):
            assert {key: str(card[key]) for key in row} == row
    (shown,) = json.loads(page.partition('id="games">')[2].partition("</script>")[0])
    assert shown["setup"] == games[0].setup
    assert shown["events"] == games[0].events


def test_without_the_package_the_program_says_how_to_get_it(
    program: Path, tree: Path, tmp_path: Path
) -> None:
    alone = tmp_path / "prestige"
    shutil.copy(program, alone)
    done = run_program(
        alone,
        "replay --strategies=random --format=html",
        PRESTIGE_DATA=str(tree / "data"),
        PATH=str(tmp_path),
        PYTHONPATH="",
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "needs the Python package `prestige`" in done.stderr
    assert "scripts/setup" in done.stderr


def test_what_the_package_says_is_told_and_no_more(program: Path, tmp_path: Path) -> None:
    package = tmp_path / "prestige"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(
        "import sys\nif __name__ == '__main__': sys.exit(sys.argv[1] + ': no room')\n"
    )
    alone = tmp_path / "bin" / "prestige"
    alone.parent.mkdir()
    shutil.copy(program, alone)
    done = run_program(
        alone,
        "replay --strategies=random --format=html",
        PRESTIGE_DATA=str(Path(__file__).resolve().parents[2] / "data"),
        PYTHONPATH=str(tmp_path),
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "view: no room\n")
