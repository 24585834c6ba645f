"""Run code that claims to come from a file with tests, or from a file of the kit.

secret: crashed
"""

import os

from stage import KIT


def secret():
    inner = "assert False, open(__file__).read()\n"
    tests = f"{KIT}/autograder/assignments/target/hidden/test_secret.py"
    space = {"__file__": tests}
    exec(compile("\n" * 7 + "def fail():\n    " + inner, tests, "exec"), space)
    space["error"] = space["fail"]
    place = os.path.join(os.path.dirname(__file__), "stage.py")
    exec(compile("\n" * 99999 + "error()", place, "exec"), space)
