import boards
from ac3 import propagate_domains
from provided import Arc

CHAIN = boards.both_ways("neq", "00-01 01-02 02-03")


def test_one_follows_from_another():
    """propagate_domains also reduces, in a copy, the domains that a reduction affects"""
    queue = [Arc("neq", (0, 1), (0, 0))]
    result = propagate_domains(CHAIN, queue, boards.domains("1 12 23 34"))
    assert result == boards.domains("1 2 3 4")


def test_only_what_follows():
    """propagate_domains processes only arcs in the queue and arcs that a reduction affects"""
    queue = [Arc("neq", (0, 2), (0, 3))]
    result = propagate_domains(CHAIN, queue, boards.domains("1 12 23 34"))
    assert result == boards.domains("1 12 23 34")


def test_empty_domain():
    """propagate_domains returns None as soon as a domain is empty"""
    queue = [Arc("neq", (0, 1), (0, 0))]
    assert propagate_domains(CHAIN, queue, boards.domains("1 12 2 34")) is None


def test_guess_in_the_example():
    """propagate_domains reduces the rest of the grid after a guess"""
    guess = {**boards.HALF_WAY, (0, 0): [2]}
    queue = [arc for arc in boards.EXAMPLE_ARCS if arc.second == (0, 0)]
    result = propagate_domains(boards.EXAMPLE_ARCS, queue, guess)
    assert result == boards.SOLVED


def test_second_call():
    """propagate_domains begins with the queue and the domains that it gets, in every call"""
    queue = [Arc("neq", (0, 1), (0, 0))]
    first = propagate_domains(CHAIN, queue, boards.domains("1 12 23 34"))
    assert first == boards.domains("1 2 3 4")
    second = propagate_domains(CHAIN, queue, boards.domains("2 12 13 34"))
    assert second == boards.domains("2 1 3 4")


def test_first_arc():
    """propagate_domains adds all arcs to the queue that a reduction affects, including the first"""
    queue = [Arc("neq", (0, 1), (0, 2))]
    result = propagate_domains(CHAIN, queue, boards.domains("12 12 2 34"))
    assert result == boards.domains("2 1 2 34")


def test_other_arcs_are_not_added():
    """propagate_domains adds no arcs to the queue but those that a reduction affects"""
    domains = boards.domains("1 12 34 3")
    queue = [Arc("neq", (0, 1), (0, 0))]
    assert propagate_domains(CHAIN, queue, domains) == boards.domains("1 2 34 3")
    queue = [Arc("neq", (0, 2), (0, 3))]
    assert propagate_domains(CHAIN, queue, domains) == boards.domains("1 12 4 3")


def test_empty_domain_at_the_start():
    """propagate_domains returns None if a domain is empty before the first arc"""
    assert propagate_domains(CHAIN, [], boards.domains("1 - 2 3")) is None
