"""Make a folder with the name of a file that a test is going to pass.

files: crashed not_defined wrong
"""

import os

os.mkdir("in.txt")


def copy_file(name, other):
    return other
