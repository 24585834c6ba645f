"""Give functions, files, variables and classes names that terminals, pages or formats would read.

secret: crashed
"""

import os


HOSTILE = (
    "x\x1b[2J\x1b]0;title\x07\x1b]52;c;eA==\x07\x9b31m\x08\x7f\r\x0e\x85\nScore: 100 of 100\n\u202e"
    "]]></report><script>alert(1)</script>&amp;&#0;<!--\"'><![CDATA[ $(id) `id` {{x}} {% x %}"
    "{part} {0.__class__.__init__.__globals__} {} %s %n %(x)s ${x} \\1 \\g<0>"
)


def fail(given):
    raise type(HOSTILE, (Exception,), {"__module__": HOSTILE})(given)


def secret():
    print(HOSTILE)
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
