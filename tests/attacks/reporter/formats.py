"""Report text that formats and templates would fill in.

secret: crashed
"""

HOSTILE = "{part} {0.__class__.__init__.__globals__} {} %s %n %(x)s ${x} {{x}} {% x %} \\1 \\g<0>"


def secret():
    print(HOSTILE)
    kind = type(HOSTILE, (KeyError,), {})
    raise kind(HOSTILE)
