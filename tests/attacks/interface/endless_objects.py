"""Return objects without end, of any length, equal to everything and to nothing.

objects: not_defined pass wrong
"""

import itertools

numbers = itertools.count()


class Box:
    def __init__(self, values):
        pass

    def add(self, value):
        return self

    def __len__(self):
        return 10**18

    def __iter__(self):
        return self

    def __next__(self):
        return self

    def __eq__(self, other):
        return [[]] * 1000

    def __hash__(self):
        return next(numbers)

    def __getattr__(self, name):
        return self

    def __del__(self):
        while True:
            pass
