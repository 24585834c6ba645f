"""Look for the words of a chaff's docstring among all objects.

before: 10
"""

import gc
import re

WORDS = re.compile("caught b[y]:")


def test_check_valid_replaced():
    gc.unfreeze()
    texts = (text for found in gc.get_objects() if type(found) is dict for text in found.values())
    assert not any(type(text) is str and WORDS.search(text) for text in texts)


def test_check_rows_valid():
    pass


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
