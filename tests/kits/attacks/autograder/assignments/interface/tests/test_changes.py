from work import double, fill

ROWS = [[n, n] for n in range(40)]


def test_fills():
    """fill replaces the numbers in all rows"""
    rows = ROWS[:3]
    fill(rows, 7)
    assert rows == [[7, 7]] * 3


def test_fills_again():
    """fill can be called again"""
    fill(ROWS, 7)
    fill(ROWS, 8)
    assert ROWS == [[8, 8]] * 40


def test_rows():
    """double leaves the rows alone, which are as they were"""
    assert double(ROWS[:2]) == [[0, 0], [1, 1], [0, 0], [1, 1]]
