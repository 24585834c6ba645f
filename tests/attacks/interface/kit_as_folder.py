"""Overwrite, delete and add files where a test has changed to the folder of the tests.

files: not_defined pass wrong
"""

import os


def copy_file(name, other):
    for found in os.listdir():
        os.remove(found)
    for written in (name, other, "test_names.py", "conftest.py"):
        with open(written, "w") as file:
            file.write("one")
    return other
