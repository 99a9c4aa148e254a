"""The notebooks run, on small runs, and are committed with outputs that show."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "analysis" / "notebooks").glob("*.ipynb"))


def read(path: Path) -> nbformat.NotebookNode:
    notebook: nbformat.NotebookNode = nbformat.reads(path.read_text(), as_version=4)
    return notebook


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRESTIGE_NOTEBOOK_GAMES", "300")
    notebook = read(path)
    NotebookClient(notebook, timeout=300).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in shown if output.output_type == "error"]
    assert any("text/html" in output.get("data", {}) for output in shown)


@pytest.mark.slow
def test_a_notebook_shows_a_progress_bar() -> None:
    notebook = nbformat.v4.new_notebook()
    source = "import prestige; run = prestige.simulate(strategies=['random'], games=400)"
    notebook.cells = [nbformat.v4.new_code_cell(source)]
    NotebookClient(notebook, timeout=300).execute()
    shown = "".join(output.get("text", "") for output in notebook.cells[0].outputs)
    assert "400/400" in shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_its_outputs(path: Path) -> None:
    notebook = read(path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code and all(cell.execution_count for cell in code)
    html = [
        output["data"]["text/html"]
        for cell in code
        for output in cell.outputs
        if "text/html" in output.get("data", {})
    ]
    assert any("<svg" in text for text in html)
    assert any("<table" in text for text in html)


def test_they_are_there() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"card_balance", "seat_advantage", "solo_levels"}
