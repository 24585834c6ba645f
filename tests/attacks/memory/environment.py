"""Read the environment that the process was started with.

double: pass
secret: wrong
program: pass wrong
"""

import ctypes
import os


def double(value):
    return value * 2


def secret():
    environ = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    given = []
    while (entry := environ[len(given)]) is not None:
        given.append(entry.decode())
    given += [f"{name}={value}" for name, value in os.environ.items()]
    return next((text.partition("=")[2] for text in given if "SECRET" in text), None)


if __name__ == "__main__":
    print(double(int(input())))
