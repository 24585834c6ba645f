def keep(x):
    """Double it, if that can be."""
    return 2 * x if type(x) is int else x[:]


def later():
    """One."""
    return 1
