# To change: these are the public tests of the part; students have this file. The docstring and the
# name of a row are what a report shows. What they import is the student's, and runs in a process of
# its own.

import pytest
from new_name import longest_word

TEXTS = {
    "the last word": ("a very short sentence", "sentence"),
    "the first word": ("beginnings are short", "beginnings"),
    "the first of several": ("one two three seven", "three"),
    "one word": ("word", "word"),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_texts(text, expected):
    """longest_word returns the longest word of a text"""
    assert longest_word(text) == expected
