"""Report text that a page or a feed could read as markup: tags, entities, ends of quoted data.

double: pass
secret: crashed
program: pass wrong
"""

HOSTILE = "]]></report><script>alert(1)</script>&amp;&#0;<!--\"'><![CDATA[ $(id) `id`"


def double(value):
    return value * 2


def secret():
    print(HOSTILE)
    raise type(HOSTILE, (Exception,), {})(HOSTILE)


if __name__ == "__main__":
    print(double(int(input())))
