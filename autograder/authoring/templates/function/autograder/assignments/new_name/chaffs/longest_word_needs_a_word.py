"""A text without words is not expected.

caught by: longest_word
"""


def longest_word(text):
    return max(text.split(), key=len)
