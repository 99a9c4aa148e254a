"""Draws the README's pictures: docs/replay.svg from what the program prints, docs/report.png and
docs/viewer.png from its pages, by Debian's chromium.
"""

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text
from tree import BUILD, TREE, output_of

COLUMNS = 118
TURNS = "turn  31"  # the picture shows the turns from this one on
LINES = 36


def in_terminal(command: list[str]) -> str:
    """What a program prints to a terminal, colours included."""
    ours, theirs = os.openpty()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs):
        os.close(theirs)
        chunks = []
        with contextlib.suppress(OSError):  # a closed terminal reads as an error
            while chunk := os.read(ours, 1 << 16):
                chunks.append(chunk)
    os.close(ours)
    return b"".join(chunks).decode().replace("\r\n", "\n")


def draw(text: str, title: str, path: Path) -> None:
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(text), soft_wrap=False, no_wrap=True, overflow="crop")
        path.parent.mkdir(exist_ok=True)
        picture = console.export_svg(title=title, unique_id="replay")
        # Without the links to a font on the network: any monospaced one will do.
        path.write_text(re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL))


def photograph(page: Path, keys: list[str], size: tuple[int, int], out: Path) -> None:
    """A page as a browser shows it, after these keys."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": size[0], "height": size[1]})
        tab.goto(page.as_uri())
        for key in keys:
            tab.keyboard.press(key)
        tab.wait_for_timeout(700)  # what arrives is shown arriving
        tab.screenshot(path=out)
        browser.close()


def draw_pages() -> None:
    program = BUILD / "prestige"
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        game = Path(folder) / "game.html"
        flags = ["--strategies=greedy", "--seed=1"]
        output_of(program, "simulate", *flags, "--games=100000", "--quiet", f"--out={run}")
        output_of(program, "report", run)
        photograph(run / "report.html", [], (1100, 1150), TREE / "docs" / "report.png")
        game.write_text(output_of(program, "replay", *flags, "--game-id=12", "--format=html"))
        photograph(game, ["f", "f", "f"], (1300, 900), TREE / "docs" / "viewer.png")


def main() -> None:
    command = ["replay", "--game=coatl", "--players=2", "--seed=1", "--game-id=12"]
    lines = in_terminal([str(BUILD / "prestige"), *command]).splitlines()
    first = next(i for i, line in enumerate(lines) if TURNS in line)
    shown = lines[first : first + LINES]
    draw("\n".join(shown), "prestige " + " ".join(command), TREE / "docs" / "replay.svg")
    draw_pages()


if __name__ == "__main__":
    main()
