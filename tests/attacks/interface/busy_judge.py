"""Call a function of the test's with a number for which it takes hours.

callbacks: not_defined timed_out wrong
"""


def apply(function, value):
    return function(10**12)
