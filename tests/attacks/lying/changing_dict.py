"""Change a dictionary while it is being encoded.

double: pass
secret: crashed
program: pass wrong
"""


class Changing:
    def __init__(self, inside):
        self.inside = inside

    def __repr__(self):
        self.inside[len(self.inside)] = self
        return "changing"


def double(value):
    return value * 2


def secret():
    found = {}
    found.update({n: Changing(found) for n in range(9)})
    return found


if __name__ == "__main__":
    print(double(int(input())))
