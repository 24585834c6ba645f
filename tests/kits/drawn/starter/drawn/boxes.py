from shapes import Box, Pair


def turned(box):
    """Return a box of the same ink whose height is the width of this one, and the reverse."""
    raise NotImplementedError


def doubled(box):
    """Return a pair of the box with itself."""
    raise NotImplementedError
