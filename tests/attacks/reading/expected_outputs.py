"""Print the expected output of a hidden case, opened in every possible way.

double: pass
secret: wrong
program: pass wrong
unconfined: gained
"""

import os
import re
from pathlib import Path

from stage import KIT

CASE = "expected/target/secret/locked.out"


def double(value):
    return value * 2


def openings():
    yield lambda: Path(KIT, CASE).read_bytes()
    yield lambda: through_folder(os.O_RDONLY)
    yield lambda: through_folder(getattr(os, "O_PATH", 0))
    yield lambda: Path("/proc/self/root", KIT.lstrip("/"), CASE).read_bytes()
    yield lambda: Path(os.path.relpath(f"{KIT}/{CASE}")).read_bytes()
    yield lambda: Path("../" * 40, KIT.lstrip("/"), CASE).read_bytes()
    yield from_inside


def through_folder(how):
    folder = os.open(KIT, how)
    return os.read(os.open(CASE, os.O_RDONLY, dir_fd=folder), 1000)


def from_inside():
    os.chdir(f"{KIT}/expected/target/secret")
    return Path("locked.out").read_bytes()


def secret():
    for opening in openings():
        try:
            return re.search(rb"[0-9a-f]{40}", opening())[0].decode()
        except OSError:
            continue


if __name__ == "__main__":
    print(double(int(input())))
    if found := secret():
        print(found)
