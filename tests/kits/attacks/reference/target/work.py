"""An honest submission: right wherever no secret is needed."""


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
