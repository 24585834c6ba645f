"""Make a list grow by one for each of its items that is encoded.

secret: wrong
"""


class Growing:
    def __init__(self, inside):
        self.inside = inside

    def __repr__(self):
        self.inside.append(self)
        return "growing"


def secret():
    found = []
    found.append(Growing(found))
    return found
