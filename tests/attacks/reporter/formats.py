"""Report text that formats and templates would fill in.

double: pass
secret: crashed
program: pass wrong
"""

HOSTILE = "{part} {0.__class__.__init__.__globals__} {} %s %n %(x)s ${x} {{x}} {% x %} \\1 \\g<0>"


def double(value):
    return value * 2


def secret():
    print(HOSTILE)
    kind = type(HOSTILE, (KeyError,), {})
    raise kind(HOSTILE)


if __name__ == "__main__":
    print(double(int(input())))
