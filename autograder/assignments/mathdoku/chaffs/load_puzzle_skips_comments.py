"""A line that begins with # is a comment.

caught by: load_puzzle
"""

_read = _read_puzzle


def _read_puzzle(stream):
    return _read([line for line in stream if not line.startswith("#")])
