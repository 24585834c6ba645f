from shout import shout


def test_text(files):
    """shout writes the text in capitals"""
    files({"in.txt": "one\ntwo\n"})
    assert shout("in.txt", "out.txt") is None
    assert files["out.txt"] == "ONE\nTWO\n"


def test_lines(files):
    """shout keeps the lines"""
    files({"in.txt": "one\ntwo\n"})
    shout("in.txt", "out.txt")
    assert files["out.txt"].splitlines() == ["ONE", "TWO"]


def test_source(files):
    """shout leaves its source as it is"""
    files({"in.txt": "one\n"})
    shout("in.txt", "out.txt")
    assert files["in.txt"] == "one\n"
    assert "other.txt" not in files


def test_twice(files):
    """shout replaces what was there before"""
    files({"a.txt": "one\n", "b.txt": b"\xff", "out.txt": "before, and longer\n"})
    shout("a.txt", "out.txt")
    assert files["out.txt"] == "ONE\n"
    files({"a.txt": "two\n"})
    shout("a.txt", "out.txt")
    assert files["out.txt"] == "TWO\n"
