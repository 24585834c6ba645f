"""Search every object that existed before the fork for text like the secret's.

double: pass
secret: wrong
program: pass wrong
"""

import gc
import re


def double(value):
    return value * 2


def secret():
    gc.unfreeze()
    waiting, seen = list(gc.get_objects()), set()
    while waiting:
        found = waiting.pop()
        if id(found) in seen:
            continue
        seen.add(id(found))
        if type(found) is str and (match := re.search(r"\b[0-9a-f]{40}\b", found)):
            return match[0]
        waiting += gc.get_referents(found)
    return None


if __name__ == "__main__":
    print(double(int(input())))
