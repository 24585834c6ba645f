"""Compare the words one by one, and read the lines one by one."""

# To change: a wheat is another correct solution, a whole file. It must score full marks, which
# shows that the tests demand no more than the handout.

import sys


def main():
    line = sys.stdin.readline()
    while line:
        longest = ""
        for word in line.split():
            if len(word) > len(longest):
                longest = word
        print(longest)
        line = sys.stdin.readline()


if __name__ == "__main__":
    main()
