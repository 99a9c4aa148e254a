"""The command line: what it prints, where, and with which exit code.

The snapshots in tests/snapshots hold help and error texts word for word; scripts/update-goldens
writes them anew.
"""

import json
import os
import random
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

# Name of the snapshot: the arguments, and what stands on standard input.
SNAPSHOTS: dict[str, tuple[str, str]] = {
    "help": ("--help", ""),
    "help_score": ("score --help", ""),
    "help_check": ("check --help", ""),
    "help_list": ("list --help", ""),
    "help_replay": ("replay --help", ""),
    "help_bench": ("bench --help", ""),
    "help_simulate": ("simulate --help", ""),
    "help_report": ("report --help", ""),
    "report_without_a_run": ("report", ""),
    "report_of_no_run": ("report data", ""),
    "no_arguments": ("", ""),
    "unknown_command": ("scroe", ""),
    "unknown_command_that_is_nothing": ("''", ""),
    "unknown_flag": ("score --carrd=P08", ""),
    "unknown_flag_before_the_command": ("--ruleset=base check", ""),
    "unknown_short_flag": ("check -x", ""),
    "unknown_choice": ("score --format=cvs --coatl=Y", ""),
    "unknown_game": ("check --game=coatle", ""),
    "unexpected_argument": ("check base", ""),
    "second_command": ("check score", ""),
    "flag_without_value": ("check --ruleset", ""),
    "flag_given_twice": ("check --ruleset=base --ruleset=base", ""),
    "check_base": ("check", ""),
    "check_variant": ("check --game coatl --ruleset triples_for_8 --set keep=2", ""),
    "check_path": ("check --ruleset=data/coatl/variants/digital.toml", ""),
    "check_unknown_ruleset": ("check --ruleset=digitl", ""),
    "check_errors": (
        "check --set kep=3 --set keep=x --set deal=[1,2 --set body=30 --set tokens=perfect",
        "",
    ),
    "check_for_two_players_only": ("check --set deal=12 --set row=12", ""),
    "score_text": ("score --coatl='^YGGB$' --card=P08,T02", ""),
    "score_open_ends": ("score --coatl='^GG' --coatl 'GG$' --coatl=G --card=P08,P03", ""),
    "score_csv": ("score --stdin --card=P08,T02,P00 --format=csv", "^YGGB$\nYYY\n"),
    "score_json": ("score - --cards T02,P08 --format json", "^YGGB$\nYYY\n"),
    "score_open_end_variant": ("score --ruleset=digital --coatl=GG --card=P08 --format=csv", ""),
    "score_no_coatl": ("score", ""),
    "score_both_sources": ("score --stdin --coatl=Y", ""),
    "score_another_argument": ("score coameh.txt", ""),
    "score_unknown_card": ("score --coatl=Y --card=P08,T2", ""),
    "score_card_twice": ("score --coatl=Y --card=P08 --card=T00,P08", ""),
    "score_empty_card": ("score --coatl=Y --card=", ""),
    "score_bad_coameh": (
        "score --stdin --format=csv",
        "^YGGB$\nYXG\n\n^Y$\n^YG$\n^$\nY^G\nY$G\n yg\nYÉ\n" + "G" * 129 + "\n",
    ),
    "score_bad_flags": ("score --coatl= --coatl='^R$' --coatl='Y G'", ""),
    "simulate_unknown_strategy": ("simulate --strategies=gredy", ""),
    "simulate_too_many_wrappers": (
        "simulate --strategies='" + "epsilon(" * 6000 + "greedy" + ",0.1)" * 6000 + "'",
        "",
    ),
    "simulate_run_file": (
        "simulate --config=-",
        'games = "many"\nseatings = "all"\ndetail = "most"\nset = "keep=2"\n',
    ),
    "simulate_key_of_many_parts": ("simulate --config=-", ".".join("a" * 50_000) + " = 1"),
    "simulate_no_folder": ("simulate --out=", ""),
    "simulate_resume_nothing": ("simulate --resume= ", ""),
    "simulate_no_move_time": ("simulate --move-time=nan", ""),
    "simulate_folder_as_player": ("simulate --strategies=exec:/tmp", ""),
    "score_many_bad_lines": ("score --stdin", "?\n" * 1000),
}


def run(
    program: Path,
    tree: Path,
    arguments: list[str],
    stdin: str = "",
    environment: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs the program in the tree with the tree's data and no colours."""
    settings = {"PRESTIGE_DATA": "data", "NO_COLOR": "1"} | (environment or {})
    return subprocess.run(
        [program, *arguments],
        input=stdin,
        cwd=tree,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_texts_are_those_of_the_snapshots(program: Path, tree: Path, name: str) -> None:
    line, stdin = SNAPSHOTS[name]
    done = run(program, tree, shlex.split(line), stdin)
    printed = (
        f"$ prestige {line}\n"
        f"--- standard output\n{done.stdout}"
        f"--- standard error\n{done.stderr}"
        f"--- exit {done.returncode}\n"
    )
    snapshot = tree / "tests" / "snapshots" / f"{name}.txt"
    if "PRESTIGE_UPDATE_GOLDENS" in os.environ:
        snapshot.parent.mkdir(exist_ok=True)
        snapshot.write_text(printed)
    assert printed == snapshot.read_text()
    # Errors are for standard error alone, and nothing else is an error.
    assert (done.returncode == 0) == (done.stderr == "")
    assert done.returncode == 0 or done.stdout == ""


def test_every_command_has_a_snapshot_of_its_help(program: Path, tree: Path) -> None:
    lines = run(program, tree, ["--help"]).stdout.partition("Subcommands:\n")[2].splitlines()
    commands = [line.split()[0] for line in lines[: lines.index("")]]
    assert {"score", "check", "list"} <= set(commands)
    for command in commands:
        assert f"help_{command}" in SNAPSHOTS
        text = run(program, tree, [command, "--help"]).stdout
        assert f"Example:\n  prestige {command} " in text


def test_version(program: Path, tree: Path) -> None:
    done = run(program, tree, ["--version"])
    assert done.returncode == 0
    cmake = (tree / "CMakeLists.txt").read_text()
    assert f"project(prestige VERSION {done.stdout.split()[1]} " in cmake


def test_score_of_the_rulebooks_example(program: Path, tree: Path) -> None:
    # 11 pieces, blue exactly at 1, 2, 4, 5, 8 and 9: 4 + 5 + 5 + 3 points.
    done = run(
        program,
        tree,
        ["score", "--coatl=^BBRBBRKBBYY$", "--card=P28,P09,P04,T02", "--format=csv"],
    )
    assert done.stdout == "coatl,P28,P09,P04,T02\n^BBRBBRKBBYY$,4,5,5,3\n"


def test_score_csv_has_every_card_in_the_order_of_the_files(program: Path, tree: Path) -> None:
    done = run(program, tree, ["score", "--stdin", "--cards=all", "--format=csv"], "Y\n")
    header, row = done.stdout.splitlines()
    ids = [f"P{i:02}" for i in range(49)] + [f"T{i:02}" for i in range(15)]
    assert header.split(",") == ["coatl", *ids]
    assert len(row.split(",")) == 65


def test_score_takes_both_line_ends_and_a_byte_order_mark(program: Path, tree: Path) -> None:
    flags = ["score", "--stdin", "--format=csv"]
    plain = run(program, tree, flags, "^YGGB$\nYYY\n")
    assert plain.returncode == 0
    for text in ["^YGGB$\r\nYYY\r\n", "^YGGB$\nYYY", "\ufeff^YGGB$\r\nYYY"]:
        assert run(program, tree, flags, text).stdout == plain.stdout


def test_score_of_no_coatl_at_all_is_a_header(program: Path, tree: Path) -> None:
    done = run(program, tree, ["score", "--stdin", "--card=P08", "--format=csv"], "")
    assert (done.stdout, done.returncode) == ("coatl,P08\n", 0)


def test_score_takes_the_longest_coatl(program: Path, tree: Path) -> None:
    coatl = "^" + "G" * 128 + "$"
    done = run(program, tree, ["score", "--coatl", coatl, "--card=P13", "--format=csv"])
    assert done.stdout == f"coatl,P13\n{coatl},7\n"


def test_score_prints_nothing_when_a_late_line_is_bad(program: Path, tree: Path) -> None:
    done = run(program, tree, ["score", "--stdin", "--format=csv"], "YGG\n" * 20000 + "YGx\n")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("standard input:20001:3: 'x' is no piece")


def test_score_json_is_json(program: Path, tree: Path) -> None:
    done = run(program, tree, ["score", "--coatl=^YGGB$", "--coatl=Y", "--format=json"])
    first, second = json.loads(done.stdout)
    assert first["coatl"] == "^YGGB$"
    assert first["points"]["P08"] == 2
    assert len(second["points"]) == 64


def test_list_as_json(program: Path, tree: Path) -> None:
    everything = json.loads(run(program, tree, ["list", "--format=json"]).stdout)
    assert {"version", "commit", "compiler", "simd_target"} <= everything.keys()
    assert "coatl" in [game["game"] for game in everything["games"]]
    assert "random" in [strategy["strategy"] for strategy in everything["strategies"]]
    files = {path.stem for path in (tree / "data/coatl").rglob("*.toml")}
    listed = {entry["ruleset"] for entry in everything["rulesets"] if entry["game"] == "coatl"}
    assert listed == files
    for entry in everything["rulesets"]:
        assert (tree / entry["path"]).is_file()
        assert entry["description"]


def test_list_as_text_names_what_the_json_has(program: Path, tree: Path) -> None:
    text = run(program, tree, ["list"]).stdout
    everything = json.loads(run(program, tree, ["list", "--format=json"]).stdout)
    for key in ["version", "commit", "compiler", "simd_target"]:
        assert everything[key] in text
    for entry in everything["rulesets"]:
        assert f" {entry['ruleset']} " in text


def test_simd_target_can_be_forced(program: Path, tree: Path) -> None:
    done = run(program, tree, ["list", "--format=json"], environment={"PRESTIGE_SIMD": "scalar"})
    assert json.loads(done.stdout)["simd_target"] == "scalar"
    bad = run(program, tree, ["list"], environment={"PRESTIGE_SIMD": "abacus"})
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.startswith("PRESTIGE_SIMD: ")


def test_data_folder_that_is_none(program: Path, tree: Path) -> None:
    for command in ["check", "list", "score --coatl=Y"]:
        done = run(program, tree, command.split(), environment={"PRESTIGE_DATA": "no/such"})
        assert (done.returncode, done.stdout) == (2, "")
        assert "PRESTIGE_DATA is 'no/such'" in done.stderr


def test_data_folder_is_found_from_where_the_program_stands(
    program: Path, tree: Path, tmp_path: Path
) -> None:
    shutil.copytree(tree / "data", tmp_path / "place" / "data")
    moved = tmp_path / "place" / "build" / "asan" / "prestige"
    moved.parent.mkdir(parents=True)
    shutil.copy2(program, moved)
    done = run(moved, tmp_path, ["check"], environment={"PRESTIGE_DATA": ""})
    assert done.stdout.startswith("ok: place/data/coatl/base.toml\n")


def test_output_that_cannot_be_written_is_an_error(program: Path, tree: Path) -> None:
    for command in ["--help", "list", "check", "score --coatl=Y"]:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [program, *command.split()],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                cwd=tree,
                env=os.environ | {"PRESTIGE_DATA": "data"},
                timeout=60,
            )
        assert done.returncode == 1, command
        assert "standard output cannot be written" in done.stderr


def test_strange_files_as_rulesets(program: Path, tree: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    for path in ["/dev/zero", "/dev/null", str(tmp_path), str(empty), str(program)]:
        done = run(program, tree, ["check", f"--ruleset={path}"])
        assert (done.returncode, done.stdout) == (2, ""), path
        assert done.stderr


def test_any_arguments_end_in_an_exit_code(program: Path, tree: Path) -> None:
    draw = random.Random(20)
    words = [
        *("score", "check", "list", "--coatl", "--coatl=", "--card", "--cards=all", "--stdin"),
        *("--set", "--set=", "--ruleset", "--game=", "--format", "--format=csv", "--help", "-h"),
        *("--version", "", "-", "--", "---", "=", "--=", "-1", "^YGGB$", "P08,T02", ",", "body=24"),
        *("99999999999999999999", "-99999999999999999999", "[1,2]", "{}", "'", '"', "\\", "é"),
        *("\x01\x7f", "%s%n", "Y" * 5000, "../..", "/", "keep=1e999", "deal=[[[[[[", "keep={a=1}"),
    ]
    seen = set()
    for _ in range(300):
        arguments = draw.choices(words, k=draw.randint(1, 6))
        done = run(program, tree, arguments)
        assert done.returncode in {0, 2}, (arguments, done.stderr)
        assert done.returncode == 0 or done.stderr, arguments
        seen.add(done.returncode)
    assert seen == {0, 2}


def test_any_bytes_on_standard_input_end_in_an_exit_code(program: Path, tree: Path) -> None:
    draw = random.Random(21)
    for _ in range(100):
        data = bytes(draw.choices(b"YRKGB^$\r\n\x00\xff \xc3", k=draw.randint(0, 200)))
        done = subprocess.run(
            [program, "score", "--stdin", "--card=P08", "--format=csv"],
            input=data,
            cwd=tree,
            env=os.environ | {"PRESTIGE_DATA": "data"},
            capture_output=True,
            timeout=60,
        )
        assert done.returncode in {0, 2}, data
        assert done.returncode == 0 or done.stdout == b"", data
