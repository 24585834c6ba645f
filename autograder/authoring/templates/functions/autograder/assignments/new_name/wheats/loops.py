"""Compare the words one by one, and read the lines one by one."""

# To change: a wheat is another correct solution, a whole file. It must score full marks, which
# shows that the tests demand no more than the handout.

import sys


def longest_word(text):
    longest = ""
    for word in text.split():
        if len(word) > len(longest):
            longest = word
    return longest


def main():
    line = sys.stdin.readline()
    while line:
        print(longest_word(line))
        line = sys.stdin.readline()


if __name__ == "__main__":
    main()
