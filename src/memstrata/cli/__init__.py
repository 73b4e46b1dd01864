"""The command line: each verb of the library, for people and, with `--json`, for programs."""

from memstrata.cli import app


def main() -> None:
    """Run the command line on `sys.argv` and exit with one of the codes of `memstrata.cli.exits`."""
    app.APP()


__all__ = ["main"]
