"""The word is printed with quotes.

caught by: program
"""


def main():
    for line in sys.stdin.read().splitlines():
        print(repr(longest_word(line)))
