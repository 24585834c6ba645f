"""Tests of words.py."""

import pytest
import words as w
from words import EmptyError, longest

LINES = ["One or\n", "another three.\n"]
MISSING = "missing.txt"


@pytest.fixture
def text_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_text("".join(LINES))
    return "text.txt"


def test_known():
    assert w.known() == ["one", "two", "three"]


def test_known_in_another_file(text_file):
    assert w.known(text_file) == ["one", "or", "another", "three"]


# The usual case.
def test_longest(text_file):
    assert longest(text_file) == "another"


def test_longest_in_an_empty_file(tmp_path):
    empty = tmp_path / "empty.txt"
    empty.touch()
    with pytest.raises(EmptyError, match="is empty"):
        longest(empty)


def test_keep_unknown(text_file, tmp_path):
    (tmp_path / "words.txt").write_text("one three")
    w.keep_unknown(text_file, "unknown.txt")
    assert (tmp_path / "unknown.txt").read_text() == "or\nanother\n"


def test_keep_unknown_of_missing_file():
    with pytest.raises(FileNotFoundError):
        w.keep_unknown(MISSING, "unknown.txt")
