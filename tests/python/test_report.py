"""The report, in a real browser."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Page, expect

import prestige
from prestige import report
from prestige.__main__ import main

OpenPage = Callable[[Path], Page]


def rewritten(run: prestige.Run, folder: Path, **changes: object) -> prestige.Run:
    """The run once more, with other values in run.json."""
    shutil.copytree(run.path, folder)
    info = json.loads((folder / "run.json").read_text()) | changes
    (folder / "run.json").write_text(json.dumps(info))
    return prestige.open_run(folder)


@pytest.fixture(scope="module")
def page_path(small_run: prestige.Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prestige.write_report([small_run], tmp_path_factory.mktemp("report") / "a.html")


def card_column(page: Page, heading: str) -> list[float]:
    """The values of a column of the card table, as they stand."""
    values: list[float] = page.locator("table.cards-table").evaluate(
        """(table, heading) => {
          const cells = [...table.tHead.rows[0].cells];
          const column = cells.findIndex((c) => c.textContent.startsWith(heading));
          return [...table.tBodies[0].rows].map((row) => Number(row.cells[column].dataset.value));
        }""",
        heading,
    )
    return values


def test_it_begins_with_answers(
    page_path: Path, small_run: prestige.Run, open_page: OpenPage
) -> None:
    page = open_page(page_path)
    expect(page.locator("h1").first).to_have_text("Cóatl, 2 players, random")
    answers = page.locator(".answer")
    expect(answers.nth(0)).to_contain_text("Is there a seat advantage?")
    expect(answers.nth(1)).to_contain_text("Which cards stand out?")
    best = max(small_run.seats()["win_share"])
    expect(answers.nth(0)).to_contain_text(report.percent(best))
    assert page.locator("figure .wide svg").count() >= 7


def test_the_table_sorts(page_path: Path, small_run: prestige.Run, open_page: OpenPage) -> None:
    page = open_page(page_path)
    assert card_column(page, "deal effect") == small_run.cards()["deal_effect"].to_list()
    play_rate = page.locator("th button", has_text="play rate")
    play_rate.click()
    values = card_column(page, "play rate")
    assert values == sorted(values, reverse=True) and len(set(values)) > 10
    play_rate.click()
    assert card_column(page, "play rate") == sorted(values)
    page.locator("table.cards-table th button").first.click()
    first = page.locator("table.cards-table tbody tr .id").first
    expect(first).to_have_text("P00")


def test_the_table_filters(page_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_path)
    shown = page.locator("table.cards-table tbody tr:visible")
    count = page.locator(".filters output")
    expect(count).to_have_text("64 of 64 cards")
    page.get_by_role("searchbox").fill("g g g")
    expect(count).to_have_text("3 of 64 cards")
    assert shown.count() == 3
    page.get_by_role("searchbox").fill("")
    page.get_by_label("kind").select_option("red")
    assert shown.count() == 5
    page.get_by_label("kind").select_option("temple")
    assert shown.count() == 15


def test_cards_are_drawn_and_numbers_explained(page_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_path)
    row = page.locator("tr[id$='-P08']")
    assert row.locator(".pattern .piece.G").count() == 4
    for link in page.locator("a[href^='#']").all():
        target = link.get_attribute("href")
        assert target and page.locator(f"[id='{target[1:]}']").count() == 1, target


def test_charts_answer_the_pointer_and_lead_to_the_card(
    page_path: Path, open_page: OpenPage
) -> None:
    page = open_page(page_path)
    mark = page.locator(".wide [aria-roledescription='point'][aria-label^='P08 ']").first
    mark.scroll_into_view_if_needed()
    mark.hover()
    expect(page.locator(".tip")).to_contain_text("P08 !G G G !G")
    mark.click()
    page.wait_for_function("location.hash.endsWith('-P08')")


def test_a_replay_opens_in_the_report(
    page_path: Path, small_run: prestige.Run, open_page: OpenPage
) -> None:
    page = open_page(page_path)
    page.locator(".replay-list button", has_text="the first game").click()
    page.keyboard.press("End")
    game = small_run.replay(0)
    expect(page.locator("dialog .place")).to_have_text(f"{len(game.events)} / {len(game.events)}")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    page.keyboard.press("Home")


def test_light_dark_phone_and_paper(page_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_path)
    style = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(style)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(style) != light
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("figure .narrow:visible").count() == page.locator("figure").count()
    page.emulate_media(media="print")
    assert page.evaluate(style) == "rgb(255, 255, 255)"
    assert page.locator(".filters:visible").count() == 0
    assert page.pdf().startswith(b"%PDF")


def test_names_stay_text(small_run: prestige.Run, tmp_path: Path, open_page: OpenPage) -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    cards = [{**card, "name": evil} for card in small_run.deck["prophecies"]]
    config = {**small_run.config, "ruleset": evil}
    run = rewritten(
        small_run, tmp_path / "a", deck={**small_run.deck, "prophecies": cards}, config=config
    )
    (tmp_path / "a.html").write_text(report.report_page([run]))
    page = open_page(tmp_path / "a.html")
    expect(page.locator("tr[id$='-P08'] .name")).to_have_text(evil)
    expect(page.locator(".facts")).to_contain_text(evil)
    assert page.locator("img").count() == 0


def test_an_empty_run(small_run: prestige.Run, tmp_path: Path, open_page: OpenPage) -> None:
    run = rewritten(small_run, tmp_path / "a", progress={"blocks": 0, "games": 0})
    for table in ("games", "seats", "cards", "pairs"):
        shutil.rmtree(run.path / table)
    page = open_page(prestige.write_report([prestige.open_run(run.path)]))
    expect(page.locator(".answer")).to_contain_text("The run has no complete game.")


@pytest.mark.slow
def test_a_single_game(tmp_path: Path, open_page: OpenPage) -> None:
    run = prestige.simulate(strategies=["random"], games=1, out=tmp_path / "a", progress=False)
    page = open_page(prestige.write_report([run]))
    expect(page.locator(".answer").nth(0)).to_contain_text("Too few games")
    expect(page.locator(".answer").nth(1)).to_contain_text("Too few games")


@pytest.mark.slow
def test_a_run_kept_as_a_summary(tmp_path: Path, open_page: OpenPage) -> None:
    run = prestige.simulate(
        strategies=["random"], games=300, out=tmp_path / "a", progress=False, detail="summary"
    )
    page = open_page(prestige.write_report([run]))
    expect(page.locator(".answer").nth(0)).to_contain_text("--detail=summary")
    assert page.locator("table.cards-table tbody tr").count() == 64


@pytest.mark.slow
def test_strategies_are_compared(tmp_path: Path, open_page: OpenPage) -> None:
    run = prestige.simulate(
        strategies=["random", "epsilon(random,0.5)"],
        games=200,
        out=tmp_path / "a",
        progress=False,
    )
    assert not run.is_mirror and run.games_per_block == 2
    page = open_page(prestige.write_report([run]))
    expect(page.locator(".answer").nth(0)).to_contain_text("Not to be told from this run")
    expect(page.locator(".answer").nth(1)).to_contain_text("Who plays better?")
    assert page.locator("table.cards-table").count() == 2


@pytest.mark.slow
def test_several_runs(small_run: prestige.Run, tmp_path: Path, open_page: OpenPage) -> None:
    other = prestige.simulate(
        strategies=["random"], players=3, games=500, out=tmp_path / "b", progress=False
    )
    page = open_page(prestige.write_report([small_run, other], tmp_path / "both.html"))
    expect(page.locator("h1").first).to_have_text("2 runs compared")
    expect(page.locator("#comparison ~ figure .wide >> nth=0")).to_contain_text(
        "3 players, random, seat 2"
    )
    assert page.locator("section.run").count() == 2
    table = page.locator("#comparison ~ .scroll table").first
    assert table.locator("tbody tr").count() == 5
    table.locator("th button", has_text="points to be even").click()
    needs = [
        float(value)
        for value in table.locator("tbody td:last-child").evaluate_all(
            "cells => cells.map((cell) => cell.dataset.value)"
        )
    ]
    assert needs == sorted(needs, reverse=True)
    expect(page.locator(".answer").first).to_contain_text("2 players, random")


def test_what_stands_out_is_named_and_shown(
    small_run: prestige.Run, tmp_path: Path, open_page: OpenPage
) -> None:
    """A card whose dealt seat-games are all won in the table is found, with a game to watch."""
    run = rewritten(small_run, tmp_path / "a")
    cards = pl.read_parquet(run.path / "cards" / "*.parquet")
    lucky = pl.col("card") == "P08"
    changed = cards.with_columns(
        pl.when(lucky).then(12 * pl.col("n_dealt")).otherwise("win12_dealt").alias("win12_dealt")
    )
    for file in (run.path / "cards").iterdir():
        file.unlink()
    changed.write_parquet(run.path / "cards" / "cards.parquet")
    page = open_page(prestige.write_report([prestige.open_run(run.path)]))
    answer = page.locator(".answer").nth(1)
    expect(answer.locator(".verdict")).to_have_text("1 of 64")
    expect(answer).to_contain_text("P08")
    row = page.locator("tr[id$='-P08']")
    expect(row.locator("td.above")).to_be_visible()
    page.get_by_label("only what stands out").check()
    assert page.locator("table.cards-table tbody tr:visible").count() == 1
    row.locator("button.replay").click()
    expect(page.locator("dialog h1")).to_contain_text("game")


def test_the_points_that_make_it_even() -> None:
    """Three leads of a seat: +2, 0, -4. Two points more and it wins or shares two of three."""
    leads = [(2, 1), (0, 1), (-4, 1)]
    assert report._points_for(leads, 0.5) == 0
    assert report._points_for(leads, 1 / 6) == -2
    assert report._points_for(leads, 5 / 6) == 4
    assert report._points_for(leads, 2 / 3) == pytest.approx(2)


@pytest.mark.slow
def test_splendor_is_shown_by_tier_and_colour(tmp_path: Path, open_page: OpenPage) -> None:
    run = prestige.simulate(
        game="splendor", strategies=["random"], games=200, out=tmp_path / "a", progress=False
    )
    page = open_page(prestige.write_report([run]))
    expect(page.locator(".answer", has_text="Which cards stand out?")).to_contain_text("No verdict")
    assert page.locator("table.cards-table tbody tr").count() == 100
    row = page.locator("tr[id$='-D1-01']")
    assert row.locator(".gem.red").inner_text() == "2"
    for caption in ("Tier 1:", "Tier 2:", "Tier 3:", "Noble:"):
        assert page.locator("figcaption", has_text=caption).count() == 1
    kinds = page.locator("table.sortable", has_text="tier and colour").locator("tbody tr")
    assert kinds.count() == 16
    page.get_by_label("kind").select_option("tier 3, black")
    assert page.locator("table.cards-table tbody tr:visible").count() == 4


@pytest.mark.slow
def test_solo_is_shown_by_level(tmp_path: Path, open_page: OpenPage) -> None:
    run = prestige.simulate(
        game="coatl-solo",
        strategies=["random"],
        games=20,
        levels="all",
        out=tmp_path / "a",
        progress=False,
    )
    page = open_page(prestige.write_report([run]))
    first = page.locator(".answer").first
    expect(first).to_contain_text("How often does the player beat M.A.R.C.O.?")
    expect(page.locator(".answer").nth(1)).to_contain_text("level 1, a temple on every coatl")
    rows = page.locator("table.sortable", has_text="points ahead").locator("tbody tr")
    assert rows.count() == 32
    expect(rows.last).to_contain_text("levels 1 2 3 4 5")
    page.locator(".replay-list button", has_text="the first game").click()
    expect(page.locator("dialog h1")).to_contain_text("game 0")


@pytest.mark.slow
def test_ten_million_games(small_run: prestige.Run, tmp_path: Path, open_page: OpenPage) -> None:
    """Made up from the small run, as the program would keep it: parts, and sums of cards."""
    copies = 10_000_000 // small_run.games_played + 1
    games = copies * small_run.games_played
    run = rewritten(small_run, tmp_path / "a", progress={"blocks": games, "games": games})
    at_once = 1_000
    for name in ("games", "seats"):
        table = pl.read_parquet(run.path / name / "*.parquet")
        shutil.rmtree(run.path / name)
        (run.path / name).mkdir()
        for first in range(0, copies, at_once):
            shifts = pl.DataFrame({"copy": range(first, min(first + at_once, copies))})
            part = shifts.join(table, how="cross").with_columns(
                pl.col("game_id") + pl.col("copy") * small_run.games_played
            )
            part.drop("copy").write_parquet(run.path / name / f"part-{first:06}.parquet")
    for name in ("cards", "pairs"):
        (file,) = (run.path / name).iterdir()
        pl.read_parquet(file).with_columns(pl.col(pl.Int64) * copies).write_parquet(file)
    huge = prestige.open_run(run.path)
    assert huge.games_played > 10_000_000
    assert huge.seats()["win_share"].to_list() == pytest.approx(
        small_run.seats()["win_share"].to_list()
    )
    page = open_page(prestige.write_report([huge]))
    expect(page.locator(".facts")).to_contain_text(f"{games:,} games")
    expect(page.locator(".answer").first).to_contain_text("seat advantage")


def test_a_missing_package_is_named(small_run: prestige.Run) -> None:
    script = (
        "import sys; sys.modules['altair'] = None; from prestige.__main__ import main; "
        "sys.exit(main(['report', sys.argv[1]]))"
    )
    command = [sys.executable, "-c", script, str(small_run.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "needs the Python package 'altair'; in the source tree scripts/setup" in done.stderr


@pytest.mark.slow
def test_the_command_line(
    small_run: prestige.Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.html"
    assert main(["report", str(small_run.path), f"--out={out}", "--threshold=2.5"]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert "±2.5 pp" in out.read_text()
    assert main(["report", str(tmp_path / "none")]) == 2
    assert "is no run folder: it has no run.json" in capsys.readouterr().err
    assert main(["report", str(small_run.path), f"--out={tmp_path / 'none' / 'a.html'}"]) == 1
    assert "No such file" in capsys.readouterr().err
