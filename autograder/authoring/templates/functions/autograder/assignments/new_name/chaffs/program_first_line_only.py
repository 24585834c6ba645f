"""Only the first line is read.

caught by: program
"""


def main():
    print(longest_word(input()))
