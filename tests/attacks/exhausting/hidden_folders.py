"""Leave a folder that nobody may list, so that what is in it is not counted.

double: crashed
secret: wrong
program: crashed
"""

import os


def double(value):
    os.mkdir("hidden", 0o300)
    with open("hidden/large", "wb") as file:
        file.write(b"x" * 1000)
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
