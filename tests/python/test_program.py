"""How the package finds the simulator."""

from pathlib import Path

import pytest

import prestige


def test_named_program_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "my-prestige"
    named.write_text("#!/bin/sh\n")
    named.chmod(0o755)
    monkeypatch.setenv("PRESTIGE_PROGRAM", str(named))
    assert prestige.find_program() == named


def test_named_program_that_is_missing_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRESTIGE_PROGRAM", str(tmp_path / "nothing"))
    with pytest.raises(prestige.ProgramNotFoundError, match="nothing"):
        prestige.find_program()


def test_version_is_that_of_the_program(tree: Path) -> None:
    cmake = (tree / "CMakeLists.txt").read_text()
    assert f"project(prestige VERSION {prestige.__version__} " in cmake
