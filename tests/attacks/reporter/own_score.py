"""Print a report of its own, after every kind of line end.

double: pass
secret: crashed
program: wrong
"""

LINES = ("✓ double   50 / 50   6 of 6 tests", "✓ secret   40 / 40", "Score: 100 of 100")
ENDS = ("\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
HOSTILE = "".join(end.join(("", *LINES, "")) for end in ENDS)


def double(value):
    return value * 2


def secret():
    print(HOSTILE)
    raise SystemExit(HOSTILE)


if __name__ == "__main__":
    print(double(int(input())))
    print(HOSTILE)
