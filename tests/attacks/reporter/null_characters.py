"""Report characters that end strings, in values, in keys and in printed text.

double: pass
secret: wrong
program: wrong
"""


def double(value):
    return value * 2


def secret():
    print("\0" * 900)
    return {"\0" * 99: b"\0" * 99, 0: bytearray(99)}


if __name__ == "__main__":
    print(f"{double(int(input()))}\0")
