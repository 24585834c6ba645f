DIMENSIONS = 2


class Vector:
    """A vector in the plane."""

    def __init__(self, x, y):
        raise NotImplementedError


    def scaled(self, factor):
        """Return a vector that is so many times as long."""
        raise NotImplementedError

    def move(self, x, y):
        """Move by so much."""
        raise NotImplementedError


class Bag:
    """A bag of numbers."""

    def __init__(self, numbers):
        raise NotImplementedError

    def doubled(self):
        """Return a bag of numbers that are twice as large."""
        raise NotImplementedError


def square(number):
    """Return the square."""
    raise NotImplementedError


def apply_twice(function, value):
    """Apply a function to what it returns for the value."""
    raise NotImplementedError


def multiplier(factor):
    """Return a function that multiplies by a factor."""
    raise NotImplementedError


def longest(vectors):
    """Return the longest vector."""
    raise NotImplementedError
