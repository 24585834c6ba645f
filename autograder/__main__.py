"""`python -m autograder` and the `autograder` command."""

import gc
import os
import sys


def main() -> None:
    """Run the command. Until it has started, Ctrl-C ends it without a traceback."""
    import signal  # Here and not above, where the current folder may still be on the path.

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from autograder.cli.main import main as run

    try:
        run()
    finally:
        gc.freeze()  # Python scans every object as it ends, otherwise: 3 % of a grading.


def _forget_current_folder() -> None:
    """Take the current folder, which `python -m` adds, from the front of the module path.

    It may hold a submission, and a student's click.py or json.py must not run in the judge.
    """
    try:
        folder = os.getcwd()
    except FileNotFoundError:  # The folder has been removed, so it was not added either.
        return
    if not sys.flags.safe_path and sys.path[0] == folder:
        del sys.path[0]


if __name__ == "__main__":
    _forget_current_folder()
    main()
