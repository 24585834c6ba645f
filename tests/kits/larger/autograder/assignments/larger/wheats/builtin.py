"""Asks max."""


def larger(a, b):
    return max(a, b)
