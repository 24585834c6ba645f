import pytest
from vectors import EmptyPathError, Path, Vector


@pytest.fixture
def path():
    return Path([Vector(3, 4), Vector(0, 1)])


def test_coordinates():
    """a vector has the coordinates x and y"""
    vector = Vector(1, 2)
    assert (vector.x, vector.y) == (1, 2)


def test_texts():
    """str and repr of a vector show its coordinates"""
    assert str(Vector(1, 2)) == "(1, 2)"
    assert repr(Vector(1, 2)) == "Vector(1, 2)"


def test_equal():
    """vectors with the same coordinates are equal"""
    assert Vector(1, 2) == Vector(1, 2)
    assert Vector(1, 2) != Vector(2, 1)


def test_arithmetic():
    """+ and - add and subtract coordinates, * multiplies them by a number"""
    assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)
    assert 2 * Vector(1, 2) - Vector(1, 2) * 3 == Vector(-1, -2)


def test_length():
    """abs of a vector is its length, by which vectors are sorted"""
    assert abs(Vector(3, 4)) == pytest.approx(5)
    assert sorted([Vector(3, 4), Vector(0, 1)]) == [Vector(0, 1), Vector(3, 4)]


def test_steps(path):
    """a path has its steps"""
    assert len(path) == 2
    assert path[-1] == Vector(0, 1)
    assert list(path) == [Vector(3, 4), Vector(0, 1)]
    assert [step.x for step in path] == [3, 0]


def test_in(path):
    """in finds a step of a path"""
    assert Vector(0, 1) in path
    assert Vector(1, 0) not in path


def test_append(path):
    """append adds a step, which changes the end of the path"""
    assert path.end == Vector(3, 5)
    path.append(Vector(1, 1))
    assert path.end == Vector(4, 6)


def test_straight():
    """straight repeats a step"""
    assert Path.straight(Vector(1, 2), 3).end == Vector(3, 6)


def test_longest(path):
    """longest returns the longest step"""
    assert path.longest() is path[0]


def test_longest_of_none():
    """longest raises EmptyPathError if there is no step"""
    with pytest.raises(EmptyPathError, match="without steps"):
        Path([]).longest()
