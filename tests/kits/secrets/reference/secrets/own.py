def keep(x):
    """Double a number; copy anything else."""
    return 2 * x if type(x) is int else x[:]


def later():
    """Return 1."""
    return 1
