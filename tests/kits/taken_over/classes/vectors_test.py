import pytest
from vectors import LengthError, Vector


class TestVector:
    def setup_method(self):
        self.vector = Vector(3, 4)

    def test_equal(self):
        assert self.vector == Vector(3, 4)
        assert self.vector != Vector(4, 3)
        assert self.vector != (3, 4)

    def test_in_a_set(self):
        assert len({self.vector, Vector(3, 4), Vector(0, 0)}) == 2

    def test_repr(self):
        assert repr(self.vector) == "Vector(3, 4)"

    def test_items(self):
        assert len(self.vector) == 2
        assert self.vector[-1] == 4
        assert list(self.vector) == [3, 4]

    def test_add(self):
        total = self.vector + Vector(1, -1)
        assert isinstance(total, Vector)
        assert total == Vector(4, 3)
        assert self.vector == Vector(3, 4)

    def test_multiply(self):
        assert 2 * self.vector == Vector(6, 8)

    def test_lengths(self):
        with pytest.raises(LengthError, match="2 and 3") as caught:
            self.vector + Vector(1, 2, 3)
        assert caught.value.lengths == (2, 3)
