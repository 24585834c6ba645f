"""Answer with thousands of files, and with names that lead out of the test's folder.

files: crashed not_defined wrong
"""

import sys

import stage


def copy_file(name, other):
    server = sys._getframe()
    while "self" not in server.f_locals:
        server = server.f_back
    kind = type(server.f_locals["self"])
    names = [*map(str, range(20_000)), *(f"../{number}" for number in range(9))]
    files = dict.fromkeys([*names, f"{stage.CANARY}/new"], b"")
    kind.do_read_files = lambda self, request: {"value": self.codec.encode(files)}
    return other
