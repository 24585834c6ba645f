"""Mutants: wrong solutions made from the reference, one small change each.

The tests of the part that a change is in should catch it. If they do not, a test is missing, or the
mutant is as correct as the reference.
"""
