"""Return an argument so often that it is too much to read, in a short answer.

changes: not_defined wrong
"""


def fill(rows, value):
    for row in rows:
        row[:] = [value, value]
    return [rows] * 100_000
