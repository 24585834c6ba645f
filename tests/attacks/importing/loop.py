"""Loop forever at import.

double: not_run
secret: not_run
program: timed_out
"""

while True:
    pass


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
