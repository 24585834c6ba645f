"""Raise the exception with which unittest ends a test without a failure.

secret: crashed
"""

from unittest.case import _ShouldStop


def secret():
    raise _ShouldStop
