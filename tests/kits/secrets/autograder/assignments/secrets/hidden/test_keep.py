import io

import pytest
from own import keep


@pytest.mark.parametrize(("x", "expected"), [("quokka", "quokka"), (4711, 9422)])
def test_table(monkeypatch, x, expected):
    """keep doubles numbers"""
    monkeypatch.setattr("sys.stdin", io.StringIO("wallaby"))
    assert keep(x) == expected


@pytest.mark.parametrize("x", [4711])
def test_without_a_sentence(x):
    assert keep(x) == 2 * x


def test_kept():
    """keep leaves its argument as it was"""
    assert keep(["quokka"]) == ["quokka"]
