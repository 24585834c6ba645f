"""Hang in a function whose variables have hostile names and values.

secret: timed_out
"""


def secret():
    space = {f"v{n}\x1b[2J\n": "\x1b" * 99 for n in range(5000)}
    code = compile("while True:\n    pass", __file__, "exec")
    exec(code.replace(co_name="Score:\n100 of 100\x1b"), space)
