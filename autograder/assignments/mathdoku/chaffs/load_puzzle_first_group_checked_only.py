"""Only the first constraint is checked for a group of one character.

caught by: load_puzzle
"""

_read = _read_puzzle


def _read_puzzle(stream):
    lines = [line.strip() for line in stream if line.strip()]
    checked = len(lines[0]) + 1 if lines else 0
    fields = [line.split() for line in lines[checked:]]
    shortened = [" ".join([name[0], *rest]) for name, *rest in fields]
    return _read([*lines[:checked], *shortened])
