"""`python -m prestige`: what the program `prestige` hands over to this package."""

import argparse
import sys

from prestige import pages


def _view(arguments: argparse.Namespace) -> None:
    games, deck = pages.read_replay(sys.stdin)
    sys.stdout.write(pages.viewer_page(games, deck))


def main(argv: list[str] | None = None) -> int:
    """Runs a subcommand; the exit code is 0, 1 for a failure or 2 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m prestige", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    view = commands.add_parser("view", help="a replay log on standard input as a viewer page")
    view.set_defaults(run=_view)
    arguments = parser.parse_args(argv)
    try:
        arguments.run(arguments)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
