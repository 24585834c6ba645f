"""Report text that a page or a feed could read as markup: tags, entities, ends of quoted data.

secret: crashed
"""

HOSTILE = "]]></report><script>alert(1)</script>&amp;&#0;<!--\"'><![CDATA[ $(id) `id`"


def secret():
    print(HOSTILE)
    raise type(HOSTILE, (Exception,), {})(HOSTILE)
