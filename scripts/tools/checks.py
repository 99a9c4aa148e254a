"""Every check of the tree, stage by stage; scripts/test runs it after scripts/setup.

The output of each stage goes to build/logs; here it gets one line, and the end of its log if it
failed. A stage that needs a build which failed is left out: the build itself counts as failed.
"""

import argparse
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from tree import BUILD, CORES, TREE, cpp_sources

LOGS = BUILD / "logs"
LOG_LINES = 60  # shown of the log of a failed stage
PYTHON = sys.executable


@dataclass
class Tally:
    """Checks passed and failed. A stage without tests of its own is one check."""

    passed: int = 0
    failed: int = 0

    def __iadd__(self, other: "Tally") -> "Tally":
        self.passed += other.passed
        self.failed += other.failed
        return self


def junit_tally(report: Path) -> Tally | None:
    """The tests in a JUnit report, skipped ones left out; None if there is no report."""
    if not report.exists():
        return None
    tally = Tally()
    for case in ET.parse(report).iter("testcase"):
        tags = {child.tag for child in case}
        if tags & {"failure", "error"} or case.get("status") == "fail":
            tally.failed += 1
        elif "skipped" not in tags and case.get("status", "run") == "run":
            tally.passed += 1
    return tally


def excerpt(log: Path) -> list[str]:
    """What to show of a failed stage's log: from the first compile error on, else the end."""
    lines = log.read_text(errors="replace").splitlines()
    errors = [number for number, line in enumerate(lines) if " error: " in line]
    first = errors[0] if errors else max(0, len(lines) - LOG_LINES)
    return lines[first : first + LOG_LINES]


class Run:
    """The stages run so far."""

    def __init__(self) -> None:
        self.total = Tally()

    def stage(self, name: str, *commands: list[str | Path], report: Path | None = None) -> bool:
        """Runs the commands one after the other until one fails; true if none did. With a report,
        its tests are counted; else the stage counts as one.
        """
        log = LOGS / f"{name.replace(' ', '-')}.log"
        if report:
            report.unlink(missing_ok=True)
        start = time.monotonic()
        with log.open("w") as out:
            ok = all(
                subprocess.run(command, cwd=TREE, stdout=out, stderr=subprocess.STDOUT).returncode
                == 0
                for command in commands
            )
        tally = junit_tally(report) if report else None
        if tally is None:
            tally = Tally(passed=int(ok), failed=int(not ok))
        elif not ok and tally.failed == 0:  # a crash outside any test
            tally.failed = 1
        self.total += tally
        counts = f"{tally.passed} passed, {tally.failed} failed" if report else ""
        seconds = time.monotonic() - start
        print(f"{'ok' if ok else 'FAILED':6} {name:24} {seconds:6.1f} s  {counts}", flush=True)
        if not ok:
            print("\n".join(f"  | {line}" for line in excerpt(log)))
            print(f"  the whole log: {log.relative_to(TREE)}", flush=True)
        return ok

    def build(self, preset: str, *targets: str) -> bool:
        chosen = ["--target", *targets] if targets else []
        return self.stage(
            f"{preset} build",
            ["cmake", f"--preset={preset}"],
            ["cmake", "--build", f"--preset={preset}", f"-j{CORES}", *chosen],
        )

    def ctest(self, preset: str, label: str) -> bool:
        folder = BUILD if preset == "release" else BUILD / preset
        report = LOGS / f"{preset}-{label}.xml"
        command: list[str | Path] = ["ctest", "--test-dir", folder, "--output-on-failure"]
        command += [f"-j{CORES}", "-L", label, "--no-tests=ignore", "--output-junit", report]
        return self.stage(f"{preset} {label}", command, report=report)

    def pytest(self, preset: str, speed: str) -> bool:
        """The Python tests of the programs in a build folder; with release, all others too."""
        report = LOGS / f"{preset}-python-{speed}.xml"
        command: list[str | Path] = [PYTHON, "-m", "pytest", f"--junitxml={report}", "-m"]
        command += ["slow" if speed == "slow" else "not slow"]
        command += [f"--numprocesses={CORES}", "--dist=worksteal"]
        if preset != "release":
            command = ["env", f"PRESTIGE_BUILD_DIR={BUILD / preset}", *command]
        # pytest's exit code 5 says that there are no such tests.
        allow_none: list[str | Path] = ["sh", "-c", '"$@" || [ $? = 5 ]', "sh"]
        return self.stage(f"{preset} python {speed}", allow_none + command, report=report)

    def format(self) -> bool:
        return self.stage(
            "format",
            ["clang-format-19", "--dry-run", "--Werror", *cpp_sources()],
            [PYTHON, "-m", "ruff", "format", "--check", "."],
        )

    def lint(self) -> bool:
        return self.stage(
            "python lint",
            [PYTHON, "-m", "ruff", "check", "."],
            [PYTHON, "-m", "mypy", "analysis", "scripts/tools", "tests"],
        )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/test", description="Runs every check of the tree."
    )
    parser.add_argument(
        "--fast", action="store_true", help="the optimised build and its fast tests only"
    )
    fast_only = parser.parse_args().fast

    LOGS.mkdir(parents=True, exist_ok=True)
    run = Run()
    run.format()
    run.lint()
    release = run.build("release")
    if release:
        run.ctest("release", "fast")
        run.pytest("release", "fast")
    if not fast_only:
        asan = run.build("asan")
        if asan:
            run.ctest("asan", "fast")
            run.pytest("asan", "fast")
            run.stage("tidy", [PYTHON, "scripts/tools/tidy.py", BUILD / "asan"])
        if run.build("tsan", "thread_tests"):
            run.ctest("tsan", "threads")
        if release:
            run.stage("instruction budget", [PYTHON, "scripts/tools/instructions.py", "--check"])
            run.ctest("release", "slow")
            run.pytest("release", "slow")
    print(f"{run.total.passed} passed, {run.total.failed} failed")
    return 1 if run.total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
