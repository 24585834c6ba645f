"""Print the expected output with invisible characters added.

double: pass
program: wrong
"""


def double(value):
    return value * 2


if __name__ == "__main__":
    print(f"{double(int(input()))}\u200b \x1b[0m\xa0\x0c")
