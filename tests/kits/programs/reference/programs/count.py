"""Write the words of a file, each on a line, to report.txt."""

import sys


def main(arguments: list[str]) -> int:
    """Print how many words the file has; with --longest, also the longest one.

    Return the exit status: 2 if there is no such file.
    """
    *options, file = arguments
    try:
        with open(file) as text:
            words = text.read().split()
    except FileNotFoundError:
        print(f"no file {file}")
        return 2
    report = open("report.txt", "w")
    report.write("".join(f"{word}\n" for word in words))
    print(len(words), *([max(words, key=len)] if "--longest" in options else []))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
