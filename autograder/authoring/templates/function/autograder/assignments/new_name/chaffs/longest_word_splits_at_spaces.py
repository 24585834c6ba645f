"""Only spaces separate words.

caught by: longest_word
"""


def longest_word(text):
    return max(text.split(" "), key=len)
