"""`python -m prestige`: what the program `prestige` hands over to this package."""

import argparse
import sys

from prestige import pages


def _view(arguments: argparse.Namespace) -> None:
    games, deck = pages.read_replay(sys.stdin)
    sys.stdout.write(pages.viewer_page(games, deck))


def _report(arguments: argparse.Namespace) -> None:
    # Charts and tables take a while to load: a replay needs neither.
    try:
        from prestige import report
        from prestige.run import open_run
    except ModuleNotFoundError as error:
        raise OSError(
            f"the report needs the Python package {error.name!r}; in the source tree scripts/setup "
            "installs all that it needs, elsewhere `pip install` the tree"
        ) from error

    runs = [open_run(path) for path in arguments.run_folder]
    print(report.write_report(runs, arguments.out, arguments.threshold / 100))


def main(argv: list[str] | None = None) -> int:
    """Runs a subcommand; the exit code is 0, 1 for a failure or 2 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m prestige", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    view = commands.add_parser("view", help="a replay log on standard input as a viewer page")
    view.set_defaults(run=_view)
    shown = commands.add_parser("report", help="run folders as one HTML file")
    shown.add_argument("run_folder", nargs="+", metavar="RUN")
    shown.add_argument("--out", metavar="FILE", help="report.html in the first folder unless said")
    shown.add_argument("--threshold", type=float, default=1.0, metavar="PP", help="1 unless said")
    shown.set_defaults(run=_report)
    arguments = parser.parse_args(argv)
    try:
        arguments.run(arguments)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
