"""Call the test's function, which calls this code, which calls it again, without end.

callbacks: not_defined pass wrong
changes: crashed not_defined
"""


def apply(function, value):
    global passed
    passed = function
    return function(value)


def double(value):
    return passed(value)
