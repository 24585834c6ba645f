import pytest


@pytest.mark.parametrize(("x", "expected"), [("quokka", "quokka"), (4711, 9422)])
def test_table(student, x, expected):
    """keep doubles numbers"""
    assert student.reading("wallaby").keep(x) == expected


@pytest.mark.parametrize("x", [4711])
def test_without_a_sentence(student, x):
    assert student.keep(x) == 2 * x


def test_kept(student):
    """keep leaves its argument as it was"""
    assert student.copying.keep(["quokka"]) == ["quokka"]
