def double(number):
    """Twice the number."""
    return 2 * number


if __name__ == "__main__":
    print(double(int(input())))
