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


def test_all_that_follow():
    """propagate_domains queues all arcs that end at the position, in its row and its column"""
    arcs = boards.both_ways("neq", "00-01 01-02 01-11")
    queue = [Arc("neq", (0, 1), (1, 1))]
    result = propagate_domains(arcs, queue, boards.domains("23 12 24\n5 1 5"))
    assert result == boards.domains("3 2 4\n5 1 5")


def test_several_values_are_left():
    """propagate_domains queues arcs also when the reduced domain keeps several values"""
    arcs = boards.both_ways("neq", "01-02") + boards.both_ways("sum", "00-01", 4)
    queue = [Arc("neq", (0, 1), (0, 2))]
    result = propagate_domains(arcs, queue, boards.domains("123 123 1"))
    assert result == boards.domains("12 23 1")


def test_processed_again():
    """propagate_domains processes an arc again after its second domain has been reduced"""
    queue = [Arc("neq", (0, 0), (0, 1)), Arc("neq", (0, 1), (0, 2))]
    result = propagate_domains(CHAIN, queue, boards.domains("23 12 1 4"))
    assert result == boards.domains("3 2 1 4")


def test_arcs_of_another_kind():
    """propagate_domains queues arcs of every kind, whatever the kind that has reduced"""
    arcs = boards.both_ways("sum", "00-01", 3) + boards.both_ways("neq", "00-02")
    queue = [Arc("sum", (0, 0), (0, 1), 3)]
    result = propagate_domains(arcs, queue, boards.domains("13 12 13"))
    assert result == boards.domains("1 12 3")


def test_back_between_the_same_two():
    """propagate_domains also queues an arc of another kind between the same two positions"""
    arcs = boards.both_ways("neq", "00-01") + boards.both_ways("sum", "00-01", 3)
    queue = [Arc("sum", (0, 0), (0, 1), 3)]
    result = propagate_domains(arcs, queue, boards.domains("13 12"))
    assert result == boards.domains("1 2")


def test_queue_of_other_arcs():
    """propagate_domains processes the arcs of the queue, even those that are not among the arcs"""
    queue = [Arc("neq", (0, 0), (0, 1))]
    assert propagate_domains([], queue, boards.domains("12 1")) == boards.domains("2 1")


def test_empty_queue():
    """propagate_domains returns a copy of the domains if the queue is empty"""
    assert propagate_domains(CHAIN, [], boards.domains("1 12 1 2")) == boards.domains("1 12 1 2")


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


def test_guess_in_the_example():
    """propagate_domains reduces the rest of the grid after a guess"""
    guess = {**boards.HALF_WAY, (0, 0): [2]}
    queue = [arc for arc in boards.EXAMPLE_ARCS if arc.second == (0, 0)]
    result = propagate_domains(boards.EXAMPLE_ARCS, queue, guess)
    assert result == boards.SOLVED
