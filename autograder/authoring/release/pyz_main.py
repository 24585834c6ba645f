"""The `__main__.py` of check.pyz. Python 2.7 can parse it, to say that it is too old."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - older ones run this file, too
    sys.stderr.write(
        "check.pyz needs Python 3.11 or newer, but this is Python "
        + sys.version.split()[0]
        + ". Install a newer one from https://www.python.org/downloads/\n"
    )
    sys.exit(2)

if __name__ == "__main__":
    try:
        __import__("pyz_start").main()
    except KeyboardInterrupt:
        sys.exit(130)
