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

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, factor):
        return Vector(factor * self.x, factor * self.y)

    __rmul__ = __mul__

    def __lt__(self, other):
        return (self.x, self.y) < (other.x, other.y)

    def __len__(self):
        return DIMENSIONS

    def __getitem__(self, index):
        if index not in (0, 1):
            raise IndexError(index)
        return (self.x, self.y)[index]

    def scaled(self, factor):
        """Return a vector that is so many times as long."""
        return Vector(factor * self.x, factor * self.y)

    def move(self, x, y):
        """Move by so much."""
        self.x += x
        self.y += y


class Bag:
    """A bag of numbers."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __contains__(self, number):
        return number in self.numbers

    def __iter__(self):
        return iter(self.numbers)

    def doubled(self):
        """Return a bag of numbers that are twice as large."""
        return Bag([2 * number for number in self.numbers])


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
