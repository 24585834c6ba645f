def successor(number):
    """Return the number after this one."""
    return number + 1
