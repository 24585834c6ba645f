"""A check for tests that pass for an empty answer, because they then assert nothing."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from autograder.assignment import Assignment
from autograder.authoring.names_in_tests import FIXTURES, NamesInTests, tests_in
from autograder.authoring.verify.finding import AssignmentFinding, finding
from autograder.authoring.verify.sources import is_assertion, trees_of_tests
from autograder.judge.python_source import Function, bound_names


def check_empty_answers(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find tests whose assertions are all in a loop over an answer, or in an `if` about it."""
    for path, tree in trees_of_tests(assignment):
        names = NamesInTests(assignment, path, tree)
        for test in tests_in(tree):
            answers = _answers(test, names, tree)
            called = answers - names.uses.keys() | names.imported.keys() | FIXTURES.keys()
            if _may_assert_nothing(test, answers, called):
                fault = f"{test.name} asserts nothing if the answer is empty, and passes"
                remedy = "assert the answer, or its length"
                yield finding(assignment, path, fault, remedy, advice=True)


def _may_assert_nothing(test: Function, answers: Collection[str], called: Collection[str]) -> bool:
    """Has it assertions, but only those that an answer can leave out?

    Other functions than those that are `called` of a submission may assert, too.
    """
    asserts = [node for node in ast.walk(test) if is_assertion(node)]
    left_out = {
        inner for node in ast.walk(test) if _depends(node, answers) for inner in ast.walk(node)
    }
    left_out -= {node for node in asserts if isinstance(node, ast.Call) and _is_fail(node)}
    if not asserts or not left_out.issuperset(asserts):
        return False
    statements = (node for node in ast.walk(test) if isinstance(node, (ast.With, ast.Expr)))
    calls = (call for node in statements if node not in left_out for call in _calls(node))
    return all(_mentions(call.func, called) for call in calls)


def _is_fail(call: ast.Call) -> bool:
    """Is it one that fails where the answer is wrong, instead of passing where it is right?"""
    return ast.unparse(call.func).endswith("fail")


def _calls(node: ast.AST) -> list[ast.Call]:
    return [inner for inner in ast.walk(node) if isinstance(inner, ast.Call)]


def _depends(node: ast.AST, answers: Collection[str]) -> bool:
    """Is it a loop, an `if` or an `assert all(...)` in which an answer may leave out assertions?"""
    match node:
        case ast.For(iter=iterated):
            return _may_be_empty(iterated, answers)
        case ast.If(test=condition, orelse=[]):
            return _mentions(condition, answers)
        case ast.Assert(test=ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() as each])):
            return _may_be_empty(each.generators[0].iter, answers)
        case _:
            return False


def _may_be_empty(iterated: ast.expr, answers: Collection[str]) -> bool:
    """Does an answer decide how often a loop runs? Not if it is an element of a tuple or list."""
    if isinstance(iterated, (ast.Tuple, ast.List)):
        return any(isinstance(each, ast.Starred) for each in iterated.elts)
    return _mentions(iterated, answers) and not _is_strict(iterated)


def _answers(test: Function, names: NamesInTests, tree: ast.Module) -> set[str]:
    """Return the names of what a test calls of a submission, and of what it has from there.

    Tables of the tests, such as one of functions to call, are no answers.
    """
    tables = (node for node in tree.body if isinstance(node, (ast.Assign, ast.AnnAssign)))
    answers = {*names.uses}.difference(*map(bound_names, tables))
    assigned = [node for node in ast.walk(test) if isinstance(node, ast.Assign)]
    for _ in assigned:
        for node in assigned:
            if _mentions(node.value, answers):
                bound = (inner for target in node.targets for inner in ast.walk(target))
                answers |= {name.id for name in bound if isinstance(name, ast.Name)}
    return answers


def _mentions(node: ast.AST, names: Collection[str]) -> bool:
    return any(
        isinstance(inner, (ast.Name, ast.Attribute)) and ast.unparse(inner) in names
        for inner in ast.walk(node)
    )


def _is_strict(iterated: ast.expr) -> bool:
    """Is it `zip(..., strict=True)`, which fails if an answer is too short?"""
    keywords = iterated.keywords if isinstance(iterated, ast.Call) else []
    return any(keyword.arg == "strict" for keyword in keywords)
