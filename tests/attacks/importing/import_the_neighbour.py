"""Import another student's submission by its path.

double: pass
secret: crashed
program: pass wrong
unconfined: gained
"""

import importlib.util

from stage import NEIGHBOUR


def double(value):
    return value * 2


def secret():
    spec = importlib.util.spec_from_file_location("neighbour", NEIGHBOUR)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.SECRET


if __name__ == "__main__":
    print(double(int(input())))
