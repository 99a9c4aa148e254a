"""Who may include what (CONTRIBUTING.md, "Layers").

Each rule looks at the #include lines of the C++ sources. The rules are a function of a path and its
text, so that the second half of this file can show each of them catching a breach.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
CPP_FOLDERS = ["engine", "strategies", "sim", "tests", "bench"]

# A header of the C++ standard library: neither a folder nor an extension.
STANDARD = re.compile(r"^[a-z_0-9]+$")

# What our own folders may include of each other.
OWN = {
    "engine": {"engine"},
    "strategies": {"strategies", "engine"},
    "sim": {"sim", "strategies", "engine"},
    "tests": {"tests", "sim", "strategies", "engine"},
    "bench": {"bench", "sim", "strategies", "engine"},
}

# Outside libraries by the first part of their include path, and where they may be used.
LIBRARY_HOMES = {
    "hwy": r"(engine/coatl/[^/]*matcher[^/]*|tests/.*|bench/.*)$",
    "absl": r"(sim|tests|bench)/",
    "toml++": r"(sim|tests)/",
    "nlohmann": r"(sim|tests)/",
    "CLI": r"sim/",
    "csv.h": r"sim/",
    "boost": r"sim/stats/.*\.cc$",
    "arrow": r"sim/output/.*\.cc$",
    "parquet": r"sim/output/.*\.cc$",
}


def breaches(path: str, text: str) -> Iterator[str]:
    """What is wrong with the includes of a source file at that path from the root."""
    layer = path.split("/")[0]
    for bracket, include in INCLUDE.findall(text):
        first = include.split("/")[0]
        if ".." in include.split("/") or include.startswith("/"):
            yield f"{path}: {include} is not a path from the root"
        elif first in OWN and bracket == '"':
            if first not in OWN[layer]:
                yield f"{path}: {layer}/ may not include {first}/ ({include})"
        elif home := LIBRARY_HOMES.get(first):
            if not re.match(home, path):
                yield f"{path}: {first} may not be used here ({include})"
        elif bracket == '"':
            yield f"{path}: {include} is not a path from the root"
        elif layer in ("engine", "strategies") and not STANDARD.match(include):
            yield f"{path}: {layer}/ may use the standard library alone ({include})"


def sources(tree: Path) -> list[Path]:
    return [
        path
        for folder in CPP_FOLDERS
        for path in sorted((tree / folder).rglob("*"))
        if path.suffix in (".h", ".cc")
    ]


def test_every_include_keeps_to_its_layer(tree: Path) -> None:
    found = [
        breach
        for path in sources(tree)
        for breach in breaches(path.relative_to(tree).as_posix(), path.read_text())
    ]
    assert found == []


def test_headers_are_guarded(tree: Path) -> None:
    headers = [path for path in sources(tree) if path.suffix == ".h"]
    # Highway's -inl.h headers are included once per SIMD target and have a guard of their own.
    once = [path for path in headers if not path.name.endswith("-inl.h")]
    assert len(once) > 5
    assert [path for path in once if "#pragma once" not in path.read_text()] == []


def test_no_source_names_a_place_on_one_machine(tree: Path) -> None:
    machine_path = re.compile(r"(?<![\w.$}/])/(home|root|work|tmp|opt|Users)/\w")
    searched = sources(tree)
    searched += [
        path for folder in ("cmake", "scripts", "data") for path in (tree / folder).rglob("*")
    ]
    searched += [
        *tree.rglob("CMakeLists.txt"),
        *(tree / "analysis").rglob("*.py"),
        *tree.glob("*.*"),
    ]
    in_tree = {path for path in searched if path.is_file() and "build" not in path.parts}
    found = [
        path for path in sorted(in_tree) if machine_path.search(path.read_text(errors="ignore"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/coatl/apply.cc", '#include "absl/strings/str_cat.h"'),
        ("engine/coatl/apply.cc", "#include <hwy/highway.h>"),
        ("engine/coatl/apply.cc", '#include "sim/app/run.h"'),
        ("engine/coatl/apply.cc", '#include "strategies/agent.h"'),
        ("engine/coatl/apply.cc", '#include "serpent.h"'),
        ("engine/coatl/apply.cc", '#include "../core/rng.h"'),
        ("engine/coatl/apply.cc", "#include <unistd.h>"),
        ("engine/coatl/apply.cc", "#include <re2/re2.h>"),
        ("strategies/random.cc", '#include "sim/version.h"'),
        ("strategies/random.cc", '#include "absl/status/status.h"'),
        ("sim/app/run.cc", "#include <arrow/api.h>"),
        ("sim/app/run.cc", "#  include <parquet/api/writer.h>"),
        ("sim/output/parquet_writer.h", "#include <arrow/api.h>"),
        ("sim/app/run.cc", '#include "tests/helper.h"'),
        ("sim/stats/interval.h", "#include <boost/math/distributions/students_t.hpp>"),
        ("tests/a_test.cc", "#include <arrow/api.h>"),
    ],
)
def test_breach_is_found(path: str, line: str) -> None:
    assert len(list(breaches(path, f"#pragma once\n{line}\n"))) == 1


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/coatl/matcher.cc", "#include <hwy/highway.h>"),
        ("engine/coatl/batch_matcher-inl.h", '#include "hwy/highway.h"'),
        ("engine/coatl/apply.cc", "#include <bit>"),
        ("strategies/random.cc", '#include "engine/core/rng.h"'),
        ("sim/output/parquet_writer.cc", "#include <parquet/arrow/writer.h>"),
        ("sim/coatl/deck.cc", "#include <csv.h>"),
        ("bench/matcher.cc", "#include <re2/re2.h>"),
    ],
)
def test_allowed_include_passes(path: str, line: str) -> None:
    assert list(breaches(path, line)) == []
