DIMENSIONS = 2


class Vector:
    """A vector in the plane."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __str__(self):
        return f"({self.x}, {self.y})"

    def __eq__(self, other):
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __len__(self):
        return DIMENSIONS

    def scaled(self, factor):
        """Return a vector that is so many times as long."""
        return Vector(factor * self.x, factor * self.y)

    def move(self, x, y):
        """Move by so much."""
        self.x += x
        self.y += y


def square(number):
    """Return the square."""
    return number * number


def apply_twice(function, value):
    """Apply a function to what it returns for the value."""
    return function(function(value))


def multiplier(factor):
    """Return a function that multiplies by a factor."""
    return lambda number: factor * number


def longest(vectors):
    """Return the longest vector."""
    return max(vectors, key=lambda vector: vector.x**2 + vector.y**2)
