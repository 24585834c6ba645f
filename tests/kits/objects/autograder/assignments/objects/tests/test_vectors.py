import numbers_of
import pytest


def test_constant(student):
    """DIMENSIONS is 2"""
    assert student.DIMENSIONS == 2


def test_attribute(student):
    """a vector has coordinates"""
    vector = student.new("Vector", 1, 2)
    vector.move(1, 1)
    assert (vector.x, vector.y) == (2, 3)


def test_str(student):
    """str of a vector has the coordinates"""
    assert str(student.new("Vector", 1, 2)) == "(1, 2)"


def test_len(student):
    """len of a vector is the number of coordinates"""
    assert len(student.new("Vector", 1, 2)) == 2


def test_result(student):
    """scaled returns a vector"""
    assert student.new("Vector", 1, 2).scaled(3).y == 6


def test_sum(student):
    """+ adds coordinates"""
    total = student.new("Vector", 1, 2) + student.new("Vector", 3, 4)
    assert str(total) == "(4, 6)"


def test_arithmetic(student):
    """- subtracts coordinates, and * multiplies them"""
    vector = student.new("Vector", 1, 2)
    assert str(2 * vector - vector * 3) == "(-1, -2)"


def test_order(student):
    """vectors are sorted by their coordinates"""
    vectors = [student.new("Vector", x, 1) for x in (3, 1, 2)]
    assert [vector.x for vector in sorted(vectors)] == [1, 2, 3]
    assert vectors[1] < vectors[0]


def test_index(student):
    """[] of a vector is a coordinate"""
    vector = student.new("Vector", 1, 2)
    assert vector[1] == 2
    with pytest.raises(IndexError):
        vector[2]


def test_elements(student):
    """a bag has its numbers"""
    bag = student.new("Bag", [3, 5])
    assert list(bag) == [3, 5]
    assert [2 * number for number in bag] == [6, 10]


def test_in(student):
    """in finds a number in a bag"""
    bag = student.new("Bag", [3, 5])
    assert 5 in bag
    assert 4 not in bag
    assert 10 in bag.doubled()


def test_equal(student):
    """vectors with the same coordinates are equal"""
    assert student.new("Vector", 1, 2).scaled(2) == student.new("Vector", 2, 4)


def test_not_equal(student):
    """vectors with other coordinates are not equal"""
    assert student.new("Vector", 1, 2) != student.new("Vector", 2, 1)


def test_object_as_argument(student):
    """longest finds the longest vector"""
    short, long = student.new("Vector", 1, 2), student.new("Vector", 3, 4)
    assert student.longest([short, long]).x == 3
    assert student.longest([long, short]) is not None


def test_function_of_the_student(student):
    """apply_twice applies a function of yours twice"""
    assert student.apply_twice(student.ref("square"), 3) == 81


def test_function_of_a_provided_file(student):
    """apply_twice applies a function twice"""
    assert student.apply_twice(numbers_of.successor, 3) == 5
    assert student.apply_twice(abs, -3) == 3


def test_function_as_result(student):
    """multiplier returns a function"""
    assert student.multiplier(3)(4) == 12


def test_no_object_is_a_plain_value(student):
    """square returns a number"""
    assert student.square(3) == 9
    assert 9 == student.square(3)
    assert not student.square(3) != 9
    assert [student.square(3)] == [9]
