"""Raise exception groups, nested hundreds deep, with causes that form a ring.

secret: crashed
"""


def secret():
    error = ValueError("inmost")
    for depth in range(900):
        group = ExceptionGroup("x" * 1000, [error])
        group.__cause__, error = error, group
    raise error from KeyError(error)
