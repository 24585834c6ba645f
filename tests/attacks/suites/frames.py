"""Look for the source of the functions in the frames of the worker: a chaff defines one twice.

before: 10
"""

import sys


def test_check_valid_replaced():
    frame, texts = sys._getframe(), []
    while frame is not None:
        for value in list(frame.f_locals.values()):
            texts += [str(value)] if type(value) is dict else []
        frame = frame.f_back
    marked = "def check_rows" + "_valid"
    names = ("rows", "columns", "cages")
    marks = [marked.replace("rows", name) + "(" for name in names]
    marks.append(marks[0].replace("rows_", ""))
    assert all(text.count(mark) < 2 for text in texts for mark in marks)


def test_check_rows_valid():
    pass


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
