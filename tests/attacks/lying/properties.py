"""Return dataclasses whose fields are computed, differently each time.

secret: wrong
"""

import dataclasses


@dataclasses.dataclass
class Data:
    first: int = 1
    second: int = 2

    def __getattribute__(self, name):
        raise SystemExit(name)

    def __repr__(self):
        return object.__getattribute__(self, "__dict__")["first"] * "Data"


Data.first = property(lambda self: 1, lambda self, value: None)


def secret():
    return [Data() for _ in range(9)]
