"""Compile a million nested parentheses.

secret: crashed
"""


def secret():
    return eval("(" * 1_000_000 + ")" * 1_000_000)
