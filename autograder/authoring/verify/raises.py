"""A check of `with raises(...)`: what it accepts, and what in its block is never run."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.verify.finding import AssignmentFinding, from_error
from autograder.authoring.verify.sources import trees_of_tests

ANY_EXCEPTION = ("Exception", "BaseException")
RAISES = ("raises", "assertRaises", "assertRaisesRegex")
RAISING = (ast.Call, ast.Subscript, ast.BinOp, ast.Compare)
"""What may call a submission, and so raise."""


def check_raises(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that each block demands one exception of one call."""
    for path, tree in trees_of_tests(assignment):
        for line, fault, remedy in sorted(_faults(tree)):
            error = AssignmentError(f"{path}, line {line}: {fault}")
            yield from_error(assignment, error, remedy, advice=True)


def _faults(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and is_raises(node) and _accepts_any(node):
            fault = f"{ast.unparse(node)} accepts any mistake that raises an exception"
            yield node.lineno, fault, "expect the one that the handout asks for"
        elif isinstance(node, ast.With) and _has_more_than_a_call(node):
            fault = "nothing in this block is run after the first exception"
            yield node.lineno, fault, "keep only one call in it, the one that has to raise"


def is_raises(node: ast.AST) -> bool:
    """Is it a call of `pytest.raises`, or of unittest's `assertRaises`?"""
    return isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in RAISES


def _accepts_any(call: ast.Call) -> bool:
    """Is any exception enough, whatever its message?"""
    expected = call.args[0] if call.args else None
    kinds = expected.elts if isinstance(expected, ast.Tuple) else [expected]
    has_match = any(keyword.arg == "match" for keyword in call.keywords)
    has_match |= ast.unparse(call.func).endswith("Regex")
    return not has_match and any(
        isinstance(kind, ast.Name) and kind.id in ANY_EXCEPTION for kind in kinds
    )


def _has_more_than_a_call(block: ast.With) -> bool:
    """Is it a block of `pytest.raises` with several statements that may raise, or a loop?"""
    if not any(is_raises(item.context_expr) for item in block.items):
        return False
    return len(list(filter(_may_raise, block.body))) > 1 or any(map(_repeats, block.body))


def _may_raise(node: ast.AST) -> bool:
    return any(isinstance(inner, RAISING) for inner in ast.walk(node))


def _repeats(node: ast.stmt) -> bool:
    """Is it a loop with calls in it? One over an iterator that raises may do nothing itself."""
    return isinstance(node, (ast.For, ast.While)) and any(map(_may_raise, node.body))
