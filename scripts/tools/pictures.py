"""Draws docs/replay.svg, the picture of a game in the README, from what the program prints."""

import contextlib
import os
import re
import subprocess
from pathlib import Path

from rich.console import Console
from rich.text import Text
from tree import BUILD, TREE

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


def main() -> None:
    command = ["replay", "--game=coatl", "--players=2", "--seed=1", "--game-id=12"]
    lines = in_terminal([str(BUILD / "prestige"), *command]).splitlines()
    first = next(i for i, line in enumerate(lines) if TURNS in line)
    shown = lines[first : first + LINES]
    draw("\n".join(shown), "prestige " + " ".join(command), TREE / "docs" / "replay.svg")


if __name__ == "__main__":
    main()
