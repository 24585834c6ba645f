def words_in(line):
    """Return the words of a line in lower case, without the signs around them."""
    return [word.strip(".,!?").lower() for word in line.split()]
