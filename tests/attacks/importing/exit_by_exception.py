"""Call sys.exit(0) at import, which would end pytest itself.

double: not_run
secret: not_run
program: wrong
"""

import sys

sys.exit(0)


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
