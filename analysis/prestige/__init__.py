"""Reads and explains the run folders of the prestige simulator."""

from prestige.program import ProgramNotFoundError, find_program

__version__ = "0.1.0"

__all__ = ["ProgramNotFoundError", "__version__", "find_program"]
