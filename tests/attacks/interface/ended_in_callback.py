"""End the process while the test's function has called this code.

callbacks: crashed not_defined pass
changes: crashed not_defined
"""

import os


def apply(function, value):
    return function(value)


def double(value):
    os._exit(0)
