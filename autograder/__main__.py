"""`python -m autograder` and the `autograder` command."""

import signal


def main() -> None:
    """Run the command. Until it has started, Ctrl-C ends it without a traceback."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from autograder.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
