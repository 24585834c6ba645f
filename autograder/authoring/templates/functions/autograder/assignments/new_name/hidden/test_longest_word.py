# To change: students do not have this file. They see the docstring of a test and its outcome.

import pytest
from new_name import longest_word

TEXTS = {
    "the first of several": ("red green blue black", "green"),
    "tabs and line breaks": ("a\ttabulator\nin lines", "tabulator"),
    "spaces around": ("  spaces  ", "spaces"),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_texts(text, expected):
    """longest_word returns the longest word of a text"""
    assert longest_word(text) == expected


@pytest.mark.parametrize("text", ["", "  "], ids=["an empty text", "spaces"])
def test_no_words(text):
    """longest_word returns an empty string for a text without words"""
    assert longest_word(text) == ""
