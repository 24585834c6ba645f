"""Start threads at import, by Python and by the C library, to run between requests.

double: pass
secret: wrong
program: pass wrong
"""

import contextlib
import ctypes
import json
import os
import threading
import time


def forge(*_):
    while True:
        answer = json.dumps({"id": "", "value": 1}).encode()
        os.write(61, len(answer).to_bytes(4, "little") + answer)
        time.sleep(0.001)


libc = ctypes.CDLL(None)
forged = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(forge)
libc.pthread_create(ctypes.byref(ctypes.c_ulong()), None, forged, None)
with contextlib.suppress(PermissionError, RuntimeError):
    threading.Thread(target=forge, daemon=True).start()


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
