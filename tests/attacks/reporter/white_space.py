"""Print the expected output with other whitespace, of kinds that terminals obey.

double: pass
secret: wrong
program: wrong
"""


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(f"\r{double(int(input()))}\v\f\x1c\x85\u2028\t", end="\r")
