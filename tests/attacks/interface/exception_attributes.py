"""Raise exceptions whose attributes have the names of what the judge and pytest ask for.

exceptions: crashed wrong
secret: crashed
"""

NAMES = "__failure__ __text__ __notes__ __class__ __dict__ __traceback__ with_traceback args outcome"


def loud(*values):
    return "passed"


class RefusedError(ValueError):
    def __init__(self, amount):
        super().__init__([amount], {"x": loud})
        for name in NAMES.split():
            self.__dict__[name] = loud
        self.__dict__["__notes__"] = 5
        self.__dict__["amount"] = self


def check(amount):
    raise RefusedError(amount)


def secret():
    raise RefusedError(1)
