"""Return the path of a hidden test, so that the judge copies the file when a test passes it on.

files: pass wrong
"""

import stage

HIDDEN = f"{stage.KIT}/autograder/assignments/interface/hidden/test_secret.py"


def encode(text):
    return HIDDEN


def decode(name):
    try:
        with open(name) as file:
            return file.read()
    except OSError:
        return ""


def copy_file(name, other):
    return ""
