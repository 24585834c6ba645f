"""Call the test's function without end, with large arguments and with what it does not take.

callbacks: not_defined pass wrong
"""


def apply(function, value):
    while True:
        try:
            function(*[[number] * 100 for number in range(100)], value=value)
        except TypeError:
            function(value)
