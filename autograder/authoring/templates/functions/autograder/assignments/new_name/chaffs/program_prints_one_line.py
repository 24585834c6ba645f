"""All words are printed on one line.

caught by: program
"""


def main():
    print(*(longest_word(line) for line in sys.stdin.read().splitlines()))
