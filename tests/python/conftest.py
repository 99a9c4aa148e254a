"""What the Python tests share."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, Request, sync_playwright

import prestige

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


CHROMIUM = "/usr/bin/chromium"
# Without a window, a sandbox (tests run as root in containers) or conversations of its own.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[[Path], Page]]:
    """Opens a page from a file. After the test: nothing was written to the console, no script
    failed or asked anything, and nothing but the files themselves was requested.
    """
    context = chromium.new_context()
    context.set_default_timeout(60_000)
    trouble: list[str] = []
    files: list[str] = []

    def asked(dialog: Dialog) -> None:
        trouble.append(dialog.message)
        dialog.dismiss()

    def watch(page: Page) -> None:
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("dialog", asked)

    def requested(request: Request) -> None:
        if not request.url.startswith("data:") and request.url.partition("#")[0] not in files:
            trouble.append(f"request: {request.url}")

    context.on("page", watch)
    context.on("request", requested)

    def open_file(path: Path) -> Page:
        files.append(path.as_uri())
        page = context.new_page()
        page.goto(path.as_uri())
        return page

    yield open_file
    context.close()
    assert trouble == []


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> prestige.Run:
    """600 random games of Cóatl for two."""
    out = tmp_path_factory.mktemp("runs") / "small"
    return prestige.simulate(strategies=["random"], games=600, out=out, progress=False)
