import boards
import pytest
from ac3 import propagate_domains
from provided import Arc

TRIANGLE = boards.both_ways("neq", "00-01 01-02 00-02")
SUM_AND_NEQ = boards.both_ways("neq", "00-01") + boards.both_ways("sum", "00-01", 3)


def test_empty_queue():
    """propagate_domains returns a copy of the domains if the queue is empty"""
    domains = boards.domains("1 12 1")
    assert propagate_domains(TRIANGLE, [], domains) == domains


def test_processed_repeatedly():
    """propagate_domains processes an arc again each time its second domain is reduced"""
    arcs = boards.both_ways("sum", "00-01 02-03", 5) + boards.both_ways("neq", "00-03 01-02")
    queue = [Arc("neq", (0, 1), (0, 2)), Arc("sum", (0, 1), (0, 0), 5)]
    result = propagate_domains(arcs, queue, boards.domains("34 12 2 13"))
    assert result == boards.domains("34 1 2 13")


SUMS = boards.both_ways("sum", "00-01 01-02", 7)
PRODUCTS = boards.both_ways("product", "00-01 01-02", 36)
STEPS = {
    "sums": (SUMS, Arc("sum", (0, 0), (0, 1), 7), "36 45 236", "3 4 23"),
    "sums, three steps": (SUMS, Arc("sum", (0, 1), (0, 0), 7), "345 345 345", "34 34 34"),
    "products": (PRODUCTS, Arc("product", (0, 1), (0, 0), 36), "9 234 349", "9 24 39"),
}


@pytest.mark.parametrize(("arcs", "arc", "before", "after"), STEPS.values(), ids=STEPS)
def test_domains_that_keep_several_values(arcs, arc, before, after):
    """propagate_domains goes on from domains that have become smaller and keep several values"""
    assert propagate_domains(arcs, [arc], boards.domains(before)) == boards.domains(after)


def test_back_between_the_same_two():
    """propagate_domains also processes an arc of another kind between the same two positions"""
    queue = [Arc("sum", (0, 0), (0, 1), 3)]
    result = propagate_domains(SUM_AND_NEQ, queue, boards.domains("13 12"))
    assert result == boards.domains("1 2")


def test_empty_at_the_end():
    """propagate_domains returns None when a domain becomes empty after many steps"""
    arcs = boards.both_ways("neq", "00-01 01-02 02-10 10-11 11-12")
    queue = [Arc("neq", (0, 1), (0, 0))]
    domains = boards.domains("1 12 23\n34 45 5")
    assert propagate_domains(arcs, queue, domains) is None


def test_empty_from_the_start():
    """propagate_domains returns None if a domain is empty, even before the first arc"""
    assert propagate_domains(TRIANGLE, [], boards.domains("1 - 2")) is None
    assert propagate_domains(TRIANGLE, TRIANGLE[:1], boards.domains("1 2 -")) is None
    assert propagate_domains([], [], boards.domains("-")) is None


def test_queue_of_other_arcs():
    """propagate_domains processes the arcs of the queue, even those that are not among the arcs"""
    queue = [Arc("neq", (0, 0), (0, 1))]
    assert propagate_domains([], queue, boards.domains("12 1")) == boards.domains("2 1")


def test_again():
    """propagate_domains processes only the queue of this call"""
    domains = boards.domains("1 12 123")
    assert propagate_domains(TRIANGLE, TRIANGLE, domains) == boards.domains("1 2 3")
    assert propagate_domains(TRIANGLE, [], domains) == domains


def test_order_of_the_queue():
    """propagate_domains returns the same domains whatever the order of the queue"""
    domains = boards.domains("1 12 123")
    backwards = propagate_domains(TRIANGLE, TRIANGLE[::-1], domains)
    assert backwards == boards.domains("1 2 3")
