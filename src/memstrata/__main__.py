"""`python -m memstrata`: the command line."""

from memstrata import cli

if __name__ == "__main__":
    cli.main()
