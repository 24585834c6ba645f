import boards
from provided import Arc

CHAIN = boards.both_ways("neq", "00-01 01-02 02-03")


def test_one_follows_from_another(student):
    """propagate_domains also reduces, in a copy, the domains that a reduction affects"""
    queue = [Arc("neq", (0, 1), (0, 0))]
    result = student.copying.propagate_domains(CHAIN, queue, boards.domains("1 12 23 34"))
    assert result == boards.domains("1 2 3 4")


def test_only_what_follows(student):
    """propagate_domains processes only arcs in the queue and arcs that a reduction affects"""
    queue = [Arc("neq", (0, 2), (0, 3))]
    result = student.propagate_domains(CHAIN, queue, boards.domains("1 12 23 34"))
    assert result == boards.domains("1 12 23 34")


def test_empty_domain(student):
    """propagate_domains returns None as soon as a domain is empty"""
    queue = [Arc("neq", (0, 1), (0, 0))]
    assert student.propagate_domains(CHAIN, queue, boards.domains("1 12 2 34")) is None


def test_guess_in_the_example(student):
    """propagate_domains reduces the rest of the grid after a guess"""
    guess = {**boards.HALF_WAY, (0, 0): [2]}
    queue = [arc for arc in boards.EXAMPLE_ARCS if arc.second == (0, 0)]
    result = student.propagate_domains(boards.EXAMPLE_ARCS, queue, guess)
    assert result == boards.SOLVED
