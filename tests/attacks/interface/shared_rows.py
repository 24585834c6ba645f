"""Put each row into the one before it twice, so that the whole has no end for whoever reads it.

changes: not_defined wrong
"""


def fill(rows, value):
    for row, following in zip(rows, rows[1:]):
        row[:] = [following, following]
