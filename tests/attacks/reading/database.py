"""Open, attach and write files elsewhere with SQLite, and load code.

double: pass
secret: wrong
program: pass wrong
unconfined: changed canary
"""

import contextlib
import os
import re

from stage import CANARY, NEIGHBOUR


def double(value):
    return value * 2


def statements():
    yield f"ATTACH '{NEIGHBOUR}' AS other"
    yield f"ATTACH 'file:{NEIGHBOUR}?mode=ro&immutable=1' AS again"
    yield f"ATTACH '{CANARY}/planted.db' AS planted"
    yield "CREATE TABLE planted.note (text)"
    yield f"VACUUM INTO '{CANARY}/copy.db'"
    yield f"PRAGMA temp_store_directory = '{CANARY}'"
    yield f"SELECT readfile('{NEIGHBOUR}')"
    yield f"SELECT writefile('{CANARY}/written', 'x')"
    yield "SELECT load_extension('/lib/libc.so.6')"
    yield f"CREATE VIRTUAL TABLE lines USING csv(filename='{NEIGHBOUR}')"
    yield "SELECT * FROM lines"


def secret():
    with contextlib.suppress(ImportError):
        import sqlite3

        for name in ("own.db", "file:own.db?vfs=unix-none", ":memory:"):
            with contextlib.suppress(sqlite3.Error):
                base = sqlite3.connect(name, uri=True, isolation_level=None)
                for statement in statements():
                    with contextlib.suppress(sqlite3.Error):
                        told = repr(base.execute(statement).fetchall())
                        if found := re.search("[0-9a-f]{40}", told):
                            return found[0]
    return os.environ.get("CAGEWORK_SECRET")


if __name__ == "__main__":
    print(double(int(input())))
