"""What can be reached in a graph, such as what a function calls, directly or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def reachable(graph: Mapping[str, Iterable[str]], start: Iterable[str]) -> set[str]:
    """Return `start`, and all that it leads to; a name that the graph lacks leads nowhere."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += graph.get(name, ())
    return found
