"""Vectors in the plane, and paths that consist of them."""


class Vector:
    """A vector in the plane. It is not changed once it is made."""

    def __init__(self, x, y):
        raise NotImplementedError


class EmptyPathError(LookupError):
    """A path without a step was asked for one."""


class Path:
    """Steps from the origin, one after the other."""

    def __init__(self, steps):
        raise NotImplementedError

    @classmethod
    def straight(cls, step, times):
        """Return a path that repeats a step."""
        raise NotImplementedError

    @property
    def end(self):
        """Where the path ends."""
        raise NotImplementedError

    def append(self, step):
        """Add a step at the end."""
        raise NotImplementedError

    def longest(self):
        """Return the longest step.

        Raises:
            EmptyPathError: there is none.
        """
        raise NotImplementedError
