"""Give functions, files, variables and classes names that no source code could have.

secret: crashed
"""

import os


HOSTILE = "x\x1b[2J\nScore: 100 of 100\n\u202e"


def fail(given):
    raise type(HOSTILE, (Exception,), {"__module__": HOSTILE})(given)


def secret():
    place = os.path.join(os.path.dirname(__file__), "work.py\nScore: 100 of 100")
    code = fail.__code__
    for file in (place, __file__):
        fail.__code__ = code.replace(
            co_name=HOSTILE, co_qualname=HOSTILE, co_filename=file, co_varnames=(HOSTILE,)
        )
        try:
            fail(HOSTILE)
        except Exception as error:
            caught = error
    raise caught
