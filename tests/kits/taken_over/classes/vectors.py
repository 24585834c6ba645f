"""Vectors of any length."""


class LengthError(ValueError):
    """Two vectors have different lengths."""

    def __init__(self, first, second):
        super().__init__(f"{first} and {second} coordinates")
        self.lengths = (first, second)


class Vector:
    """A vector, such as Vector(1, 2)."""

    def __init__(self, *coordinates):
        self.coordinates = coordinates

    def __repr__(self):
        return f"Vector{self.coordinates}"

    def __eq__(self, other):
        return isinstance(other, Vector) and self.coordinates == other.coordinates

    def __hash__(self):
        return hash(self.coordinates)

    def __len__(self):
        return len(self.coordinates)

    def __getitem__(self, index):
        return self.coordinates[index]

    def __add__(self, other):
        if len(self) != len(other):
            raise LengthError(len(self), len(other))
        return Vector(*(a + b for a, b in zip(self, other)))

    def __rmul__(self, factor):
        return Vector(*(factor * a for a in self))
