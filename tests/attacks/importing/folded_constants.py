"""Compile a line whose constant fills the memory.

secret: out_of_memory
"""


def secret():
    return eval("('x' * 2**20) * 2**20 + 'y' * 10**12")
