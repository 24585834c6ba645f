"""Print the longest word of each line of a text."""

import sys


def main() -> None:
    """Read lines from standard input, and print the longest word of each on a line of its own.

    Words are separated by whitespace. If there are several longest words, print the first; for a
    line without words, print an empty line.
    """
    # To change: this is the model answer. What it prints for each case becomes the expected output.
    for line in sys.stdin.read().splitlines():
        print(max(line.split(), key=len, default=""))


if __name__ == "__main__":
    main()
