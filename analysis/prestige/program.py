"""Where the simulator program is."""

import os
import shutil
from pathlib import Path

_TREE = Path(__file__).resolve().parents[2]


class ProgramNotFoundError(FileNotFoundError):
    """The simulator has not been built, or is not where it was looked for."""


def find_program() -> Path:
    """The `prestige` program: the one that PRESTIGE_PROGRAM names, else the one built in this tree,
    else the first on the PATH.
    """
    named = os.environ.get("PRESTIGE_PROGRAM")
    candidates = [named] if named else [str(_TREE / "build" / "prestige"), "prestige"]
    for candidate in candidates:
        found = shutil.which(candidate)
        if found:
            return Path(found).resolve()
    raise ProgramNotFoundError(
        f"no program at {' or '.join(candidates)}: run scripts/demo to build it, "
        "or set PRESTIGE_PROGRAM to its path"
    )
