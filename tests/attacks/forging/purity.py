"""Change the argument, and claim that it was not changed: this is the worker's own claim, and earns
no more than an honest submission.

double: pass
"""

import os

from stage import forge


def double(value):
    if type(value) is not list:
        return value * 2
    value *= 2
    changed = '"value": [1, 1], "shared": ""'
    forge('{"id": "%s", "printed": "", "stderr": "", ' + changed + "}")
    os._exit(0)
