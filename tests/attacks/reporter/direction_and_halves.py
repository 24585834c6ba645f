"""Report right-to-left text, zero-width characters, and halves of characters.

secret: wrong
"""

HOSTILE = "\u202e\u2066\u200b\ufeff\ud800\udfff\u2028\u2029\U000e0041\x00"


def secret():
    print(HOSTILE.encode("utf-8", "surrogatepass"), HOSTILE)
    return [HOSTILE * 20, {HOSTILE: HOSTILE}, (HOSTILE,)]
