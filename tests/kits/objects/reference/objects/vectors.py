"""Vectors in the plane, and paths that consist of them."""

import math


class Vector:
    """A vector in the plane. It is not changed once it is made."""

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"

    def __str__(self):
        return f"({self.x}, {self.y})"

    def __eq__(self, other):
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def __lt__(self, other):
        return abs(self) < abs(other)

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return self + -1 * other

    def __mul__(self, factor):
        return Vector(factor * self.x, factor * self.y)

    __rmul__ = __mul__

    def __abs__(self):
        return math.hypot(self.x, self.y)


class EmptyPathError(LookupError):
    """A path without a step was asked for one."""


class Path:
    """Steps from the origin, one after the other."""

    def __init__(self, steps):
        self.steps = list(steps)

    @classmethod
    def straight(cls, step, times):
        """Return a path that repeats a step."""
        return cls([step] * times)

    @property
    def end(self):
        """Where the path ends."""
        return sum(self.steps, Vector(0, 0))

    def __len__(self):
        return len(self.steps)

    def __getitem__(self, index):
        return self.steps[index]

    def __contains__(self, step):
        return step in self.steps

    def __iter__(self):
        return iter(self.steps)

    def append(self, step):
        """Add a step at the end."""
        self.steps.append(step)

    def longest(self):
        """Return the longest step.

        Raises:
            EmptyPathError: there is none.
        """
        if not self.steps:
            raise EmptyPathError("a path without steps")
        return max(self.steps, key=abs)
