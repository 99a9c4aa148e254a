"""Runs the simulator from Python."""

import contextlib
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tqdm import tqdm

from prestige.program import find_program
from prestige.run import Run, RunError, open_run

_PROGRESS = re.compile(r"([0-9,]+) of ([0-9,]+) games")


def simulate(
    game: str = "coatl",
    strategies: Sequence[str] = ("greedy",),
    games: int = 10_000,
    *,
    players: int | None = None,
    seed: int = 1,
    out: str | Path | None = None,
    progress: bool = True,
    **flags: str | int,
) -> Run:
    """Plays games and opens the run: `prestige.simulate(game="coatl", strategies=["greedy"],
    games=100_000)`. One strategy is for all seats, else there is one for each. Without `out` the
    run is kept in a folder of the system's temporary ones. Other flags of `prestige simulate` are
    given by name: `ruleset="digital"`, `levels="all"`, `detail="full"`, `threads=2`.
    """
    folder = Path(out) if out else Path(tempfile.mkdtemp(prefix="prestige-")) / "run"
    count = players if players is not None else max(2, len(strategies))
    asked: Mapping[str, object] = {
        "game": game,
        "strategies": ",".join(strategies),
        "games": games,
        "seed": seed,
        "out": folder,
        **({} if game == "coatl-solo" and players is None else {"players": count}),
        **flags,
    }
    command = [str(find_program()), "simulate"]
    command += [f"--{name.replace('_', '-')}={value}" for name, value in asked.items()]
    said = _run_with_bar(command, games, progress)
    if said is not None:
        raise RunError(said)
    return open_run(folder)


def _run_with_bar(command: list[str], games: int, progress: bool) -> str | None:
    """Runs the program with a progress bar; what it said if it failed.

    It tells how far it is several times a second to a terminal only, so it gets one.
    """
    ours, theirs = os.openpty()
    tail = ""
    with (
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as process,
        tqdm(total=games, unit=" games", disable=not progress) as bar,
    ):
        os.close(theirs)
        try:
            with contextlib.suppress(OSError):  # a closed terminal reads as an error
                while text := os.read(ours, 1 << 16).decode(errors="replace"):
                    tail = (tail + text)[-10_000:]
                    if found := _PROGRESS.findall(tail):
                        done, total = (int(number.replace(",", "")) for number in found[-1])
                        bar.total = total
                        bar.update(done - bar.n)
        except BaseException:
            process.terminate()
            raise
        finally:
            os.close(ours)
        code = process.wait()
        if code == 0:
            bar.update(bar.total - bar.n)
    return None if code == 0 else re.sub(r"\r?\x1b\[K|\r", "", tail).strip()
