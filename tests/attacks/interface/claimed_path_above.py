"""Return the path of another submission, as if it were below the folder of the tests.

files: not_defined wrong
"""

import os

import stage

TESTS = f"{stage.KIT}/autograder/assignments/interface/tests"


def encode(text):
    return f"{TESTS}/../{os.path.relpath(stage.NEIGHBOUR, os.path.dirname(TESTS))}"


def decode(name):
    try:
        with open(name) as file:
            return file.read()
    except OSError:
        return ""
