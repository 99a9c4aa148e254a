"""Reads and explains the run folders of the prestige simulator.

    import prestige

    run = prestige.simulate(game="coatl", strategies=["greedy"], games=100_000)
    run.cards()            # every figure of every card, ranked by deal effect
    run.seats()            # win share of each seat
    run.games()            # the table of games, lazily
    run.replay(17)         # a game; in a notebook, the viewer
    prestige.figures(run)  # the report's charts by name
    prestige.write_report([run])

Figures come as polars DataFrames, tables as LazyFrames; `.to_arrow()` and `.to_pandas()` lead on.
"""

from typing import TYPE_CHECKING, Any

from prestige.program import ProgramNotFoundError, find_program

if TYPE_CHECKING:
    from prestige.report import figures, report_page, write_report
    from prestige.run import Replay, Run, RunError, open_run
    from prestige.simulation import simulate

__version__ = "0.1.0"

__all__ = [
    "ProgramNotFoundError",
    "Replay",
    "Run",
    "RunError",
    "__version__",
    "figures",
    "find_program",
    "open_run",
    "report_page",
    "simulate",
    "write_report",
]

# Loaded when first used: a replay page needs no tables, and the program waits for it.
_HOMES = {
    "figures": "prestige.report",
    "Replay": "prestige.run",
    "Run": "prestige.run",
    "RunError": "prestige.run",
    "open_run": "prestige.run",
    "report_page": "prestige.report",
    "simulate": "prestige.simulation",
    "write_report": "prestige.report",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'prestige' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
