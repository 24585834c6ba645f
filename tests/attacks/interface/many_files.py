"""Leave more files in the test's folder than a test may pass.

files: not_defined pass wrong
"""


def copy_file(name, other):
    for number in range(100):
        with open(f"{number}.txt", "w") as file:
            file.write("x" * number)
    with open(other, "w") as file:
        file.write("one")
    return other
