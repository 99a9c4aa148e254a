"""Executes the notebooks of analysis/notebooks and keeps what they show.

The number of games comes from PRESTIGE_NOTEBOOK_GAMES, else from the notebook itself.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from tree import TREE

NOTEBOOKS = TREE / "analysis" / "notebooks"


def execute(path: Path) -> nbformat.NotebookNode:
    """The notebook with fresh outputs; an error in a cell is raised."""
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": path.parent}}).execute()
    for cell in notebook.cells:
        cell.get("metadata", {}).pop("execution", None)  # times differ from run to run
    return notebook


def main() -> None:
    for path in [Path(name) for name in sys.argv[1:]] or sorted(NOTEBOOKS.glob("*.ipynb")):
        nbformat.write(execute(path), path)
        print(path.name)


if __name__ == "__main__":
    main()
