"""Print in destructors: of the value, of an exception, and at the end of the program.

secret: wrong
"""


class Late:
    def __del__(self):
        print("\x1b[2JScore: 100 of 100")
        raise ValueError("\x1b[2J")


last = Late()


def secret():
    Late()
    return Late()
