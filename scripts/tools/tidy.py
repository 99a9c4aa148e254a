"""clang-tidy over every C++ source of ours, remembering what was found clean.

    tidy.py BUILD_DIR

A source is checked with the compile command of BUILD_DIR, which must be built with clang. It is
clean as long as the source, the headers of ours that it includes, the command and the tidy settings
are those of a clean check before: then it is not checked again.
"""

import hashlib
import json
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tree import BUILD, CORES, TREE, output_of

TIDY = "clang-tidy-19"


def headers_of_objects(build_dir: Path) -> dict[str, list[Path]]:
    """For each object file, the files of ours that it was compiled from, as the build noted."""
    files: dict[str, list[Path]] = {}
    current: list[Path] = []
    for line in output_of("ninja", "-C", build_dir, "-t", "deps").splitlines():
        if line.startswith("    "):
            path = (build_dir / line.strip()).resolve()
            if path.is_relative_to(TREE) and not path.is_relative_to(TREE / ".venv"):
                current.append(path)
        elif ": #deps" in line:
            current = files.setdefault(line.split(": #deps")[0], [])
    return files


def main() -> int:
    build_dir = Path(sys.argv[1]).resolve()
    cache = BUILD / "cache" / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    settings = "".join(path.read_text() for path in sorted(TREE.rglob(".clang-tidy")))
    settings += output_of(TIDY, "--version") + (TREE / "requirements.txt").read_text()
    files_of = headers_of_objects(build_dir)

    def stamp_of(entry: dict[str, str]) -> Path:
        digest = hashlib.sha256((settings + entry["command"]).encode())
        command = shlex.split(entry["command"])
        compiled = command[command.index("-o") + 1]
        for path in sorted({Path(entry["file"]), *files_of[compiled]}):
            digest.update(path.read_bytes())
        return cache / digest.hexdigest()

    def check(entry: dict[str, str]) -> str:
        """The findings in one source, empty if it is clean."""
        stamp = stamp_of(entry)
        if stamp.exists():
            return ""
        result = subprocess.run(
            [TIDY, "--quiet", f"-p={build_dir}", entry["file"]], capture_output=True, text=True
        )
        if result.returncode == 0:
            stamp.touch()
            return ""
        return result.stdout or result.stderr

    entries = json.loads((build_dir / "compile_commands.json").read_text())
    ours = [entry for entry in entries if not Path(entry["file"]).is_relative_to(BUILD)]
    with ThreadPoolExecutor(CORES) as pool:
        findings = [finding for finding in pool.map(check, ours) if finding]
    print("".join(findings), end="")
    print(f"{len(ours)} sources, {len(findings)} with findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
