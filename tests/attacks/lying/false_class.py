"""Return objects that claim to be str, of a class that claims to be another.

secret: wrong
"""


class Meta(type):
    __qualname__ = "str"

    def __instancecheck__(cls, instance):
        return True

    def __getattribute__(cls, name):
        return type.__getattribute__(str, name)


class Liar(metaclass=Meta):
    __class__ = str

    def __eq__(self, other):
        return True

    def __getattribute__(self, name):
        return getattr("text", name)


def secret():
    return [Liar(), Liar]
