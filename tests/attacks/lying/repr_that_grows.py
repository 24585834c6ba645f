"""Return an object whose repr is a str that cannot be cut.

double: pass
secret: crashed
program: pass wrong
"""


class Text(str):
    def __getitem__(self, key):
        return [True, {"$": "foreign"}]

    def __len__(self):
        return -1


class Growing:
    def __repr__(self):
        return Text("x")


def double(value):
    return value * 2


def secret():
    return Growing()


if __name__ == "__main__":
    print(double(int(input())))
