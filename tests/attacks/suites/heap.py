"""Search the memory around all objects for the words of a chaff's docstring.

before: 10
now: 1.21
"""

import ctypes
import gc
import os
import re

from solver_funcs import check_rows_valid

PAGE, AROUND = 4096, 20
MARK = re.compile(rb"caught b[y]:")


def test_check_valid_replaced():
    libc = ctypes.CDLL(None)
    reader, writer = os.pipe()
    gc.unfreeze()
    found = 0
    for place in {id(thing) >> AROUND for thing in gc.get_objects()}:
        for page in range(place << AROUND, (place + 1) << AROUND, PAGE):
            if libc.write(writer, ctypes.c_void_p(page), PAGE) > 0:
                found += bool(MARK.search(os.read(reader, PAGE)))
    assert not found


def test_check_rows_valid():
    check_rows_valid([[0] * 5] * 5)


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
