"""Measures the programs of bench/; scripts/bench runs it after scripts/setup.

Figures name the machine, compiler, SIMD target and commit they belong to. A comparison of two
revisions runs both by turns, so that what else the machine does hits both alike, and gives the
ratio of times with a 95 % interval over the rounds.
"""

import argparse
import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import instructions
import matcher_chart
from tree import BUILD, CORES, TREE, output_of

# Two-sided 95 % quantiles of Student's t for 1, 2, ... degrees of freedom.
T_95 = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13]
MAX_ROUNDS = len(T_95) + 1


def programs_in(build_dir: Path) -> dict[str, Path]:
    """The built benchmark programs by name."""
    found = sorted((build_dir / "bench").glob("bench_*"))
    return {path.name.removeprefix("bench_"): path for path in found if os.access(path, os.X_OK)}


def build(source: Path, build_dir: Path) -> None:
    """Builds what is measured of a source tree, as the release preset does."""
    configure: list[str | Path] = ["cmake", "-S", source, "-B", build_dir, "-G", "Ninja"]
    configure += ["-DCMAKE_CXX_COMPILER=g++-12", "-DCMAKE_BUILD_TYPE=Release"]
    compile_benchmarks: list[str | Path] = ["cmake", "--build", build_dir, f"-j{CORES}"]
    compile_benchmarks += ["--target", "benchmarks"]
    for command in (configure, compile_benchmarks):
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if result.returncode != 0:
            sys.exit(result.stdout)


def run_benchmarks(program: Path, *options: str) -> dict[str, Any]:
    """Runs a benchmark program; its report as Google Benchmark's JSON."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command: list[str | Path] = [
            program,
            f"--benchmark_out={out.name}",
            "--benchmark_out_format=json",
            *options,
        ]
        result = subprocess.run(command, cwd=TREE, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{program.name} failed:\n{result.stdout}{result.stderr}")
        report: dict[str, Any] = json.loads(Path(out.name).read_text())
    return report


def processor() -> str:
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return model[1] if model else platform.machine()


def setting() -> dict[str, str]:
    """What the figures depend on."""
    listing = json.loads(output_of(BUILD / "prestige", "list", "--format=json"))
    return {
        "machine": f"{processor()}, {CORES} cores",
        "compiler": f"{instructions.compiler_of(BUILD)}, Release",
        "SIMD": listing["simd_target"],
        "commit": output_of("git", "describe", "--always", "--dirty", "--exclude=*"),
    }


def print_setting() -> None:
    for name, value in setting().items():
        print(f"{name:9} {value}")


def counters(benchmark: dict[str, Any]) -> str:
    """The rates that a benchmark reports of itself."""
    rates = [key for key in sorted(benchmark) if key.endswith("_per_second")]
    return "  ".join(f"{benchmark[rate]:.4g} {rate.replace('_per_second', '/s')}" for rate in rates)


def report(programs: dict[str, Path], options: list[str], json_file: Path | None) -> None:
    """Runs the programs and prints a table; the matcher's whole run is drawn too."""
    print_setting()
    results = {name: run_benchmarks(path, *options) for name, path in programs.items()}
    for result in results.values():
        print()
        for row in result["benchmarks"]:
            if row.get("run_type") == "iteration":
                time = f"{row['cpu_time']:12.1f} {row['time_unit']}"
                print(f"{row['name']:40} {time}  {counters(row)}")
    if "matcher" in results and not options:
        report_matcher(results["matcher"])
    if json_file:
        merged = next(iter(results.values()))
        merged["benchmarks"] = [row for result in results.values() for row in result["benchmarks"]]
        json_file.write_text(json.dumps(merged, indent=2) + "\n")


def report_matcher(result: dict[str, Any]) -> None:
    """The matcher's table, and its chart in docs/."""
    rates = matcher_chart.rates_of(result)
    print(f"\n{matcher_chart.table(rates)}\n\n{matcher_chart.latencies(result)}")
    chart = TREE / "docs" / "matcher.svg"
    now = setting()
    subtitle = f"{now['machine']}; {now['compiler']}; commit {now['commit']}"
    matcher_chart.draw(rates, subtitle, chart)
    print(f"\nchart: {chart.relative_to(TREE)}")


def worktree_of(revision: str) -> Path:
    """A work tree of the revision under build/, with this tree's Python environment."""
    commit = output_of("git", "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    tree = BUILD / "against" / commit[:12]
    if not tree.exists():
        output_of("git", "worktree", "prune")
        output_of("git", "worktree", "add", "--quiet", "--detach", tree, commit)
        (tree / ".venv").symlink_to(TREE / ".venv")
    return tree


def interval(log_ratios: list[float]) -> tuple[float, float, float]:
    """The mean ratio of times and its 95 % interval, from the logarithms of the rounds' ratios."""
    mean = statistics.fmean(log_ratios)
    error = statistics.stdev(log_ratios) / math.sqrt(len(log_ratios))
    half = T_95[len(log_ratios) - 2] * error
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def compare(names: list[str], revision: str, rounds: int, options: list[str]) -> None:
    """Runs this tree and another revision by turns and prints the ratios of their times."""
    other_tree = worktree_of(revision)
    build(other_tree, other_tree / "build")
    ours, theirs = programs_in(BUILD), programs_in(other_tree / "build")
    # Many short runs by turns show more than a few long ones: the machine changes in between.
    options = [*options, "--benchmark_min_time=0.1"]
    print_setting()
    print(f"against   {revision} ({other_tree.name}), {rounds} rounds by turns")
    print(f"\n{'benchmark':40} {'this':>12} {revision[:12]:>12}  this/{revision[:12]}")
    for name in names:
        if name not in theirs:
            print(f"{name}: {revision} does not have it")
            continue
        times: dict[str, list[tuple[float, float]]] = {}
        for number in range(rounds):
            # The order alternates too: whoever runs second may find a warmer machine.
            order = [ours[name], theirs[name]]
            reports = {
                path: run_benchmarks(path, *options) for path in (order[:: 1 if number % 2 else -1])
            }
            mine, base = (
                {row["name"]: row["cpu_time"] for row in reports[path]["benchmarks"]}
                for path in order
            )
            for benchmark in mine:
                if benchmark in base:
                    times.setdefault(benchmark, []).append((mine[benchmark], base[benchmark]))
        for benchmark in times:
            ratio, low, high = interval([math.log(a / b) for a, b in times[benchmark]])
            a, b = (statistics.median(side) for side in zip(*times[benchmark], strict=True))
            print(f"{benchmark:40} {a:12.1f} {b:12.1f}  {ratio:.3f} [{low:.3f}, {high:.3f}]")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Builds the optimised programs and measures them."
    )
    parser.add_argument(
        "name", nargs="?", help="run this program of bench/ only, such as `matcher`"
    )
    parser.add_argument("--filter", metavar="REGEX", help="run the benchmarks whose name matches")
    parser.add_argument(
        "--json", metavar="FILE", type=Path, help="write Google Benchmark's JSON too"
    )
    parser.add_argument("--against", metavar="REV", help="build that revision and compare with it")
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=int,
        default=7,
        help=f"rounds of a comparison, 2 to {MAX_ROUNDS} (default: 7)",
    )
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="count instructions and hold them against bench/instructions.json",
    )
    parser.add_argument(
        "--update-instructions",
        action="store_true",
        help="count instructions and write them to bench/instructions.json",
    )
    arguments = parser.parse_args()
    if not 2 <= arguments.rounds <= MAX_ROUNDS:
        parser.error(f"--rounds={arguments.rounds}: it can be 2 to {MAX_ROUNDS}")
    if arguments.json and arguments.against:
        parser.error("--json writes one revision's figures: it does not go with --against")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    build(TREE, BUILD)
    if arguments.update_instructions:
        return instructions.main(["--update"])
    if arguments.instructions:
        return instructions.main(["--check"])

    programs = programs_in(BUILD)
    if arguments.name and arguments.name not in programs:
        print(
            f"no benchmark program {arguments.name}: there are {', '.join(programs)}",
            file=sys.stderr,
        )
        return 2
    names = [arguments.name] if arguments.name else list(programs)
    options = [f"--benchmark_filter={arguments.filter}"] if arguments.filter else []
    if arguments.against:
        compare(names, arguments.against, arguments.rounds, options)
    else:
        report({name: programs[name] for name in names}, options, arguments.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
