"""End the process while a test has changed a name, and while a fixture has an object.

objects: crashed not_defined pass wrong
names: crashed
"""

import os

SIZE = 3


class Box:
    def __init__(self, values):
        self.values = values

    def add(self, value):
        os._exit(0)

    def __len__(self):
        os._exit(1)


def shout():
    os._exit(2)
