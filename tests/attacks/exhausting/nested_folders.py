"""Nest folders until no path reaches them, and create as many files down there.

secret: crashed
"""

import itertools
import os

LONGEST = 255


def secret():
    while len(os.getcwd()) < 3000:
        os.mkdir("n" * LONGEST)
        os.chdir("n" * LONGEST)
    for _ in range(10):
        os.mkdir("n" * LONGEST)
        os.chdir("n" * LONGEST)
    os.close(os.open("file", os.O_CREAT))
    for number in itertools.count():
        os.link("file", f"{number}")
