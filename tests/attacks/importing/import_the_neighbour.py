"""Import another student's submission by its path.

secret: crashed
unconfined: gained
"""

import importlib.util

from stage import NEIGHBOUR


def secret():
    spec = importlib.util.spec_from_file_location("neighbour", NEIGHBOUR)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.SECRET
