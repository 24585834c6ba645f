"""Fill the argument with more than can be shown.

double: pass wrong
secret: wrong
"""


def double(value):
    if type(value) is list:
        value.extend([{i: str(i)} for i in range(15_000)])
    return value * 2


def secret():
    return [frozenset([i]) for i in range(9_000)] * 7
