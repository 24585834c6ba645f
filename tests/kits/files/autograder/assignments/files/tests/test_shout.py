def test_text(student):
    """shout writes the text in capitals"""
    files = student.files({"in.txt": "one\ntwo\n"})
    assert student.shout("in.txt", "out.txt") is None
    assert files["out.txt"] == "ONE\nTWO\n"


def test_lines(student):
    """shout keeps the lines"""
    files = student.files({"in.txt": "one\ntwo\n"})
    student.shout("in.txt", "out.txt")
    assert files["out.txt"].splitlines() == ["ONE", "TWO"]


def test_source(student):
    """shout leaves its source as it is"""
    files = student.files({"in.txt": "one\n"})
    student.shout("in.txt", "out.txt")
    assert files["in.txt"] == "one\n"
    assert "other.txt" not in files


def test_twice(student):
    """shout replaces what was there before"""
    files = student.files({"a.txt": "one\n", "b.txt": b"\xff", "out.txt": "before, and longer\n"})
    student.shout("a.txt", "out.txt")
    assert files["out.txt"] == "ONE\n"
    student.files({"a.txt": "two\n"})
    student.shout("a.txt", "out.txt")
    assert files["out.txt"] == "TWO\n"
