"""Remove the functions, and the module with them, after the first call.

double: pass
"""

import sys


def double(value):
    module = sys.modules.pop(__name__)
    vars(module).clear()
    return value * 2
