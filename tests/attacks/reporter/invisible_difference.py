"""Print what is expected but for characters that cannot be seen.

double: pass
secret: wrong
program: wrong
"""


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(f"{double(int(input()))}\u200b \x1b[0m\xa0\x0c")
