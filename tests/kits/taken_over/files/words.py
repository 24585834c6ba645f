"""Words in files."""

import letters


class EmptyError(ValueError):
    pass


def known(file="words.txt"):
    """Return the words in a file, in lower case."""
    with open(file, encoding="utf-8") as lines:
        return [word for line in lines for word in letters.words_in(line)]


def longest(file):
    """Return the longest word in a file; of several, the first."""
    words = known(file)
    if not words:
        raise EmptyError(f"{file} is empty")
    return max(words, key=len)


def keep_unknown(source, target):
    """Write the words of a file that are not in words.txt into another file, one a line."""
    unknown = [word for word in known(source) if word not in known()]
    with open(target, "w", encoding="utf-8") as file:
        file.writelines(f"{word}\n" for word in unknown)
