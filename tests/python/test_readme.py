"""Every command in the README is run, and prints what the README shows.

A block that opens with ```console holds commands (`$ …`) and their output. Words behind `console`:
`timing`, the numbers differ from run to run; `head=N`, only the first N lines are shown, then "…".
scripts/update-goldens writes the outputs anew.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

BLOCK = re.compile(r"^```console(?P<words>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def output(command: str, program: Path, tree: Path, words: str) -> str:
    """What the command prints, standard error included, as a person in the tree would see it."""
    run = subprocess.run(
        ["bash", "-c", command],
        cwd=tree,
        env={
            **os.environ,
            "PATH": f"{program.parent}:{os.environ['PATH']}",
            "PRESTIGE_DATA": str(tree / "data"),
            "PRESTIGE_SIMD": "",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=600,
    )
    text = run.stdout
    head = re.search(r"head=(\d+)", words)
    if head and len(lines := text.splitlines(keepends=True)) > int(head[1]):
        text = "".join(lines[: int(head[1])]) + "…\n"
    return text


def run_block(block: re.Match[str], program: Path, tree: Path) -> str:
    """The block with the outputs of its commands as they are now."""
    words = block["words"]
    text = f"```console{words}\n"
    for line in block["body"].splitlines():
        if line.startswith("$ "):
            text += f"{line}\n{output(line[2:], program, tree, words)}"
    return text + "```"


def without_numbers(text: str) -> str:
    """For what depends on the machine and the moment; a signature stays what it is."""
    return re.sub(r"(?m)(?:^| +)[0-9][0-9.,]*(?= )", " N", text)


def test_the_readme_shows_what_its_commands_print(program: Path, tree: Path) -> None:
    path = tree / "README.md"
    readme = path.read_text()
    blocks = list(BLOCK.finditer(readme))
    assert len(blocks) >= 5
    fresh = BLOCK.sub(lambda block: run_block(block, program, tree), readme)
    if "PRESTIGE_UPDATE_GOLDENS" in os.environ:
        path.write_text(fresh)
        return
    for block, now in zip(blocks, BLOCK.finditer(fresh), strict=True):
        shown, printed = block[0], now[0]
        if "timing" in block["words"]:
            shown, printed = without_numbers(shown), without_numbers(printed)
        assert shown == printed, "the README is out of date: run scripts/update-goldens"


@pytest.mark.parametrize("command", ["scripts/demo", "scripts/test"])
def test_the_two_commands_are_there(tree: Path, command: str) -> None:
    assert f"\n{command} " in (tree / "README.md").read_text()
    assert os.access(tree / command, os.X_OK)


def test_the_pictures_are_there(tree: Path) -> None:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", (tree / "README.md").read_text())
    assert pictures
    for picture in pictures:
        assert (tree / picture).is_file(), picture
