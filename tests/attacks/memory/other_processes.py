"""Read the memory and the environment of the judge, of the jail, and its own.

double: pass
secret: crashed
program: pass wrong
"""

import os
import re

from stage import JUDGE


def double(value):
    return value * 2


def secret():
    refused = []
    for process in (JUDGE, os.getppid(), "self"):
        for what in ("environ", "mem", "maps", "cmdline", "fd/0"):
            try:
                with open(f"/proc/{process}/{what}", "rb") as file:
                    return re.search(r"\b[0-9a-f]{40}\b", file.read(1 << 20).decode("latin-1"))[0]
            except OSError as error:
                refused.append(error)
    raise refused[0]


if __name__ == "__main__":
    print(double(int(input())))
