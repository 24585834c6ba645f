"""Make a list grow by one for each of its items that is encoded.

double: pass
secret: wrong
program: pass wrong
"""


class Growing:
    def __init__(self, inside):
        self.inside = inside

    def __repr__(self):
        self.inside.append(self)
        return "growing"


def double(value):
    return value * 2


def secret():
    found = []
    found.append(Growing(found))
    return found


if __name__ == "__main__":
    print(double(int(input())))
