"""Greet."""


def main() -> None:
    """Read a name and greet it."""
    print(f"Hello, {input()}!")


if __name__ == "__main__":
    main()
