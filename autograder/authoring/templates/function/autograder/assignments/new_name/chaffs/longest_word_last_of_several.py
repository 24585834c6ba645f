"""If there are several longest words, the last is returned.

caught by: longest_word
"""

# To change: a chaff is a wrong solution with one mistake that students make. It replaces a function
# of the reference; the part named above must lose points, and no other.


def longest_word(text):
    return max(reversed(text.split()), key=len, default="")
