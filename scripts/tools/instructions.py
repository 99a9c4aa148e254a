"""Instruction counts of fixed workloads, held against the budget in bench/instructions.json.

Times on a noisy machine cannot show a change of a few per cent; the number of instructions that
callgrind counts can, because it is the same in every run. It does depend on the compiler, so the
budget says which one it belongs to, and is only compared with counts of the same one. Valgrind
knows AVX2 at most, so every workload runs with that SIMD target.

    instructions.py --check    fails if a count rose by more than the tolerance
    instructions.py --update   measures and writes the budget anew
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tree import BUDGET_FILE, BUILD, TREE, output_of

TOLERANCE = 0.03
SIMD_TARGET = "avx2"


def compiler_of(build_dir: Path) -> str:
    """The compiler that a build folder is configured with, such as `g++-12 12.2.0`."""
    cache = (build_dir / "CMakeCache.txt").read_text()
    path = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    assert path, f"{build_dir} is not configured"
    version = output_of(path[1], "--version").splitlines()[0]
    number = re.search(r"\d+\.\d+\.\d+", version)
    return f"{Path(path[1]).name} {number[0] if number else version}"


def count_instructions(workload: dict[str, Any]) -> int:
    """Instructions that a program of build/ spends inside one function of it, and in what that
    calls: neither loading the shared libraries nor reading the data is the work in question.
    """
    command: list[str] = workload["command"]
    out = BUILD / "logs" / "callgrind.out"
    out.parent.mkdir(parents=True, exist_ok=True)
    result = subprocess.run(
        [
            "valgrind",
            "--tool=callgrind",
            f"--toggle-collect={workload['function']}",
            f"--callgrind-out-file={out}",
            BUILD / command[0],
            *command[1:],
        ],
        cwd=TREE,
        env={**os.environ, "PRESTIGE_SIMD": SIMD_TARGET},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    counted = re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.MULTILINE)
    if result.returncode != 0 or not counted:
        sys.exit(f"{' '.join(command)} failed under callgrind:\n{result.stdout}{result.stderr}")
    return int(counted[1])


def compare(budget: dict[str, Any]) -> bool:
    """Prints each workload's count beside its budget; true if none rose too far."""
    within = True
    for workload in budget["workloads"]:
        count = count_instructions(workload)
        allowed = workload["instructions"]
        change = count / allowed - 1
        rose = change > TOLERANCE
        within &= not rose
        verdict = "ROSE" if rose else "fell: update" if change < -TOLERANCE else "ok"
        print(
            f"{workload['name']:32} {count:16,} {allowed:16,} {change:+8.2%}  {verdict}", flush=True
        )
    return within


def update(budget: dict[str, Any], compiler: str) -> None:
    for workload in budget["workloads"]:
        before = workload.get("instructions")
        workload["instructions"] = count_instructions(workload)
        change = f"{workload['instructions'] / before - 1:+8.2%}" if before else "new"
        print(f"{workload['name']:32} {workload['instructions']:16,} {change}", flush=True)
    budget["compiler"] = compiler
    BUDGET_FILE.write_text(json.dumps(budget, indent=2) + "\n")


def main(arguments: list[str]) -> int:
    if arguments not in (["--check"], ["--update"]):
        sys.exit(__doc__)
    budget = json.loads(BUDGET_FILE.read_text())
    compiler = compiler_of(BUILD)
    print(f"instructions by callgrind, {compiler}, {SIMD_TARGET}")
    if arguments == ["--update"]:
        update(budget, compiler)
        return 0
    if budget["compiler"] != compiler:
        print(
            f"The budget was counted with {budget['compiler']}, build/ uses {compiler}: the counts "
            "cannot be compared. Check out the commit before yours, run "
            "`scripts/bench --update-instructions` there, and compare your change with that."
        )
        return 1
    return 0 if compare(budget) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
