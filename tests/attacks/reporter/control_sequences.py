"""Print, raise and return terminal control sequences: colours, titles, clipboard, cursor moves.

secret: crashed
"""

import sys


HOSTILE = "\x1b[2J\x1b]0;title\x07\x1b]52;c;eA==\x07\x9b31m\x08\x7f\r\x00\x0e\x85"


def secret():
    title = HOSTILE
    print(HOSTILE)
    print(HOSTILE, file=sys.stderr)
    raise type(HOSTILE.replace("\0", ""), (ValueError,), {})(HOSTILE + title)
