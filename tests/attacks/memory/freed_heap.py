"""Search the memory around all objects, freed memory included; a pipe shows which pages exist.

secret: wrong
"""

import ctypes
import gc
import os
import re


libc = ctypes.CDLL(None)
PAGE, AROUND = 4096, 20


def secret():
    reader, writer = os.pipe()
    gc.unfreeze()
    found = []
    for place in {id(thing) >> AROUND for thing in gc.get_objects()}:
        for page in range(place << AROUND, (place + 1) << AROUND, PAGE):
            if libc.write(writer, ctypes.c_void_p(page), PAGE) > 0:
                found += re.findall(rb"\b[0-9a-f]{40}\b", os.read(reader, PAGE))
    return max(found, key=found.count).decode() if found else None
