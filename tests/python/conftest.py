"""What the Python tests share."""

import os
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def tree() -> Path:
    """The root of the source tree."""
    return TREE


@pytest.fixture(scope="session")
def build_dir() -> Path:
    """The build folder whose programs are tested: PRESTIGE_BUILD_DIR, else build/ (optimised)."""
    return Path(os.environ.get("PRESTIGE_BUILD_DIR", TREE / "build"))


@pytest.fixture(scope="session")
def program(build_dir: Path) -> Path:
    """The `prestige` program under test."""
    path = build_dir / "prestige"
    assert path.is_file(), f"{path} is missing: build it first (scripts/test does)"
    return path


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With PRESTIGE_BUILD_DIR, only the tests of what is built: the others would just run again."""
    if "PRESTIGE_BUILD_DIR" in os.environ:
        items[:] = [item for item in items if "build_dir" in getattr(item, "fixturenames", ())]
