"""What the scripts share: where things are, and how commands are run."""

import os
import subprocess
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
BUILD = TREE / "build"
BUDGET_FILE = TREE / "bench" / "instructions.json"
CORES = len(os.sched_getaffinity(0))
CPP_FOLDERS = ["engine", "strategies", "sim", "tests", "bench"]


def cpp_sources() -> list[Path]:
    """Every C++ file of ours, headers too."""
    return sorted(
        path
        for folder in CPP_FOLDERS
        for path in (TREE / folder).rglob("*")
        if path.suffix in (".h", ".cc")
    )


def output_of(*command: str | Path, cwd: Path = TREE) -> str:
    """What a command prints; an error if it fails."""
    return subprocess.run(
        command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()
