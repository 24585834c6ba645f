"""Raise the exception with which unittest skips a test, where the answer is not known.

secret: crashed
"""

import unittest


def secret():
    raise unittest.SkipTest("not today")
