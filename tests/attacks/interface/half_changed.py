"""Change one argument that tests share, and make another too big to read.

changes: pass wrong
"""


def fill(rows, value):
    rows[0][:] = [0, 9]
    rows[1][:] = range(300_000)


def double(value):
    return value * 2
