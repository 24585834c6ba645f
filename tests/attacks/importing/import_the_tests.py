"""Import the grader's tests, whose module contains the secret.

double: pass
secret: crashed
program: pass wrong
unconfined: gained
"""

import sys

from stage import KIT


def double(value):
    return value * 2


def secret():
    sys.path.insert(0, f"{KIT}/autograder/assignments/target/tests")
    import test_secret

    return test_secret.SECRET


if __name__ == "__main__":
    print(double(int(input())))
