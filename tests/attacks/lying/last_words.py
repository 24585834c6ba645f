"""Write a response from a destructor, just after the value has been encoded.

secret: wrong
"""

import time

from stage import forge


class Dying:
    def __del__(self):
        forge('{"id": "%s", "value": 1, "printed": "", "stderr": ""}')
        time.sleep(0.2)


def secret():
    return Dying()
