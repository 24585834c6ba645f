"""Fail in lines far beyond the end of its own file and of a provided file.

secret: crashed
"""

import os


def secret():
    folder = os.path.dirname(__file__)
    for name in ("stage.py", "work.py"):
        source = "def fail(values): raise ValueError(values)"
        code = compile(source, os.path.join(folder, name), "exec")
        code = code.replace(co_firstlineno=9_999_998)
        space = {}
        exec(code, space)
        inner = space["fail"].__code__.replace(co_firstlineno=9_999_998, co_name="<module>")
        space["fail"].__code__ = inner
        if name == "work.py":
            space["fail"]({})
        else:
            try:
                space["fail"]({})
            except ValueError:
                continue
