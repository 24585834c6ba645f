"""Find the longest word of each line of a text."""

import sys


def longest_word(text: str) -> str:
    """Return the longest word of a text: the first if there are several, "" if there is none.

    Words are separated by whitespace.
    """
    # To change: this is the model answer. Students get the signature and the docstring only.
    return max(text.split(), key=len, default="")


def main() -> None:
    """Read lines from standard input, and print the longest word of each on a line of its own."""
    # To change: what the program prints for each case becomes the expected output.
    for line in sys.stdin.read().splitlines():
        print(longest_word(line))


if __name__ == "__main__":
    main()
