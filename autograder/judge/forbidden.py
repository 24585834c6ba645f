"""What the handout forbids, found in the code of a part: names, methods, modules and statements.

The code of a part is its function, method, class or program, or else all of its file, and whatever
it uses of the student's functions, classes and variables, except those of other parts. What the
starter or a provided file has is not the student's. Doubt is in favour of the student: a name that
the student's code defines is its own, and so is an attribute that one of its classes has.
"""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from typing import Any

from autograder.assignment import Assignment, Part
from autograder.judge.python_source import (
    MAX_PARSED,
    Function,
    FunctionSource,
    PythonSource,
    bound_by,
    imported,
    reachable,
    starts_program,
)
from autograder.judge.sources import Sources
from autograder.report import Detail, Kind, Place
from autograder.sentences import plural

_KINDS = ("Assert", "Break", "Continue", "For", "Global", "If", "Lambda", "Nonlocal", "Try")
_VARIANTS = {"AsyncFor": "for", "AsyncWith": "with", "Delete": "del", "IfExp": "if"}
STATEMENTS = {kind: kind.lower() for kind in (*_KINDS, "While", "With", "Yield")} | _VARIANTS
STATEMENTS |= {"TryStar": "try", "YieldFrom": "yield"}
"""By kinds of nodes, keywords that can be forbidden. A comprehension is not a `for`."""
UNREADABLE = (
    "cannot be searched for what the handout forbids: it is not Python, "
    f"has more than {MAX_PARSED:,} characters or is nested too deeply"
)
MAX_LINES = 5
"""How many lines of a file are named."""

Meaning = tuple[str, str]
"""A file and what it defines, as `f`, `C` or `C.method`; or "" and a word for what is not own."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A statement outside of functions, such as a function; or, of the class `owner`, one in it."""

    file: str
    node: ast.stmt | ast.expr
    owner: str = ""

    @property
    def name(self) -> str:
        """The name of a function or method."""
        return self.node.name if isinstance(self.node, Function) else ""

    @cached_property
    def own_object(self) -> str:
        """The name that a method has for its object."""
        if not isinstance(self.node, Function) or not self.owner:
            return ""
        return "".join(FunctionSource(self.node).parameters[:1])

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes in it but those of annotations."""
        found: list[ast.AST] = [self.node]
        for node in found:  # It grows.
            types = getattr(node, "annotation", None), getattr(node, "returns", None)
            found += [child for child in ast.iter_child_nodes(node) if child not in types]
        return found

    @cached_property
    def bound(self) -> set[str]:
        """The names that something in it binds; of a function, they are its own."""
        return {bound_by(node) for node in self.nodes[1:] if not isinstance(node, ast.alias)} - {""}


class Code:
    """The student's files and the provided ones, in pieces, and what each of them uses."""

    def __init__(self, sources: Sources, forbidden: Set[str]) -> None:
        self.forbidden = forbidden
        pieces = {file: sources.python(file).pieces for file in sources.texts}
        self.files = {f: [Piece(f, *each) for each in found] for f, found in pieces.items()}
        self.pieces = [piece for found in self.files.values() for piece in found]
        self.defined: dict[Meaning, list[Piece]] = defaultdict(list)
        """By file and name; of a class, all that is in it."""
        self.origins: dict[tuple[str, str], str] = {}
        """By file and imported name, what it stands for, such as `math.sqrt`."""
        self.stars: dict[str, dict[str, None]] = defaultdict(dict)
        """By file, the own files from which it imports all names, in this order."""
        self.foreign_stars: dict[str, set[str]] = defaultdict(set)
        """By file, the others."""
        self.members: set[str] = set()
        """The attributes that objects of own classes may have."""
        for piece in self.pieces:
            self._add(piece)
        self.uses = {piece: [*self._uses(piece)] for piece in self.pieces}

    def _add(self, piece: Piece) -> None:
        file = piece.file
        for node in piece.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                self.members.add(node.attr)
        for name, module, inner in imported(piece.nodes):
            self.origins[file, name] = f"{module}.{inner}" if inner else module
            if name == "*" and f"{module}.py" in self.files:
                self.stars[file][f"{module}.py"] = None
            elif name == "*":
                self.foreign_stars[file].add(module)
        if piece.owner:
            self.members |= {piece.name} if piece.name else piece.bound
            self.defined[file, piece.owner].append(piece)
            self.defined[file, f"{piece.owner}.{piece.name}"].append(piece)
        elif piece.name:  # It replaces an earlier version.
            self.defined[file, piece.name] = [piece]
        elif not starts_program(piece.node):
            for name in piece.bound:
                self.defined[file, name].append(piece)

    def reached(self, start: Iterable[Piece], others: Set[Meaning]) -> Set[Piece]:
        """Return what runs when these pieces do, but no function or class of `others`."""
        own = {p for p in self.pieces if not others & {(p.file, p.name), (p.file, p.owner)}}
        graph: dict[Any, Any] = {piece: [used for _, used in self.uses[piece]] for piece in own}
        return own & reachable(graph | self.defined, start)

    def methods(self, file: str, name: str) -> list[Piece]:
        return [piece for piece in self.files.get(file, ()) if piece.owner and piece.name == name]

    def named(self, file: str, name: str) -> list[Piece]:
        """Return what a file defines by this name; a method comes with its special methods."""
        methods = self.methods(file, name)
        owners = {piece.owner for piece in methods}
        special = [p for p in self.files.get(file, ()) if p.owner in owners and p.name[:2] == "__"]
        return self.defined.get((file, name)) or [*methods, *special]

    def _uses(self, piece: Piece) -> Iterator[tuple[int, Meaning]]:
        """Yield what a piece uses, each with its line."""
        file, own = piece.file, {*piece.bound, piece.owner}
        for node in piece.nodes:
            found, line = set[Meaning](), getattr(node, "lineno", 0)
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name not in own:
                    found = self._meaning(file, name)
                case ast.Attribute(value=value, attr=name, ctx=ast.Load()):
                    line = node.end_lineno or line
                    of = value.id if isinstance(value, ast.Name) else ""
                    origin = "" if of in piece.bound else self.origins.get((file, of), "")
                    found = {("", name)} if name not in self.members else set()
                    if origin:
                        found = self._imported(f"{origin}.{name}")
                    elif of and of == piece.own_object:
                        found.add((file, f"{piece.owner}.{name}"))
                case _ if word := STATEMENTS.get(type(node).__name__):
                    found = {("", word)}
            for each in found:
                yield line, each

    def _meaning(self, file: str, name: str) -> set[Meaning]:
        """Look up a name that a piece of a file does not bind itself."""
        for place in (file, *reversed(self.stars[file])):
            if (place, name) in self.defined:
                return {(place, name)}
        if origin := self.origins.get((file, name)):
            return self._imported(origin)
        foreign = self.foreign_stars[file]
        if len(foreign) == 1 and not hasattr(builtins, name):
            return self._imported(f"{min(foreign)}.{name}")
        return {("", name)}

    def _imported(self, origin: str) -> set[Meaning]:
        module, _, name = origin.partition(".")
        if f"{module}.py" in self.files:
            return {(f"{module}.py", name)}
        words = {word for word in self.forbidden if f"{origin}.".startswith(f"{word}.")}
        return {("", word) for word in ("import", origin.rpartition(".")[2], *words)}


def is_searchable(word: str) -> bool:
    """Return whether a word is a name, perhaps with dots, or one of the statements."""
    if word in ("import", *STATEMENTS.values()):
        return True
    return all(part.isidentifier() and not iskeyword(part) for part in word.split("."))


def forbidden_uses(assignment: Assignment, sources: Sources) -> dict[str, Detail]:
    """Return what is wrong with each part that uses what it may not, by its name."""
    words = {word for part in assignment.parts for word in assignment.forbidden_in(part)}
    if not words:
        return {}
    starter = Sources.of(assignment.starter, assignment.files, ())
    code, files = Code(sources, words), assignment.files
    stubs = [(file, node) for file in files for node, _ in starter.python(file).pieces]
    given = {_comparable(starter, *stub) for stub in stubs}
    details = {}
    for part in assignment.parts:
        forbidden = {("", word) for word in assignment.forbidden_in(part)}
        if forbidden and (unread := _unread(part, assignment, sources)):
            details[part.name] = Detail(Kind.FORBIDDEN, unread, UNREADABLE)
            continue
        found = {
            (piece.file, line, piece.name or "<module>", used[1])
            for piece in _pieces_of(part, assignment, code, starter.python(part.file))
            if piece.file in files and _comparable(sources, piece.file, piece.node) not in given
            for line, used in code.uses[piece]
            if used in forbidden
        }
        if found:
            details[part.name] = _detail(part, sorted(found), sources)
    return details


def _comparable(sources: Sources, file: str, node: ast.stmt | ast.expr) -> tuple[str, str]:
    """Return a file and the text of a node in it without white space, to find the starter's."""
    lines = sources.lines(file)[node.lineno - 1 : node.end_lineno]
    if len(lines) == 1:  # It may hold 100,000 statements.
        lines = [lines[0][node.col_offset : node.end_col_offset]]
    return file, "".join("".join(lines).split())


def _unread(part: Part, assignment: Assignment, sources: Sources) -> str:
    """Return a file that the part's file imports, or this, in which nothing can be looked up."""
    program = assignment.program_of(part)
    python = {file: sources.python(file) for file in sources.texts}
    imports = {file: [f"{m}.py" for m in each.modules] for file, each in python.items()}
    reached = reachable(imports, [part.file or (program.file if program else "")])
    return min((file for file in python.keys() & reached if not python[file].is_python), default="")


def _pieces_of(part: Part, assignment: Assignment, code: Code, stub: PythonSource) -> Set[Piece]:
    """Return the code of a part: all of its file, if not even the starter has its name."""
    start, program = code.named(part.file, part.name), assignment.program_of(part)
    tests = (PythonSource.of_file(path) for path in assignment.tests_of(part))
    stubs = {*stub.bindings, *(function.node.name for function in stub.functions)}
    if part.file and not start and part.name not in stubs:
        start = code.files.get(part.file, [])
    elif program and not part.file and any("program" in each.bound_names for each in tests):
        pieces = code.files.get(program.file, [])
        start = [piece for piece in pieces if not piece.name and not piece.owner]
    around = {(part.file, method.owner) for method in code.methods(part.file, part.name)}
    others = {(other.file, other.name) for other in assignment.parts if other != part}
    return code.reached(start, others - around)


def _detail(part: Part, uses: Sequence[tuple[str, int, str, str]], sources: Sources) -> Detail:
    """Say what a part uses and in which files and lines, such as `hw.py, lines 3, 7`.

    `uses` has the file, the line, the function around it and the word of each use.
    """
    words = ", ".join(dict.fromkeys(word for *_, word in uses))
    lines: dict[str, dict[str, None]] = defaultdict(dict)
    for file, line, *_ in uses:
        lines[file][str(line)] = None
    shown = {file: ", ".join([*each][:MAX_LINES]) for file, each in lines.items()}
    places = "; ".join(
        f"{file}, {plural(len(each), 'line')} {shown[file]}{', ...' * (len(each) > MAX_LINES)}"
        for file, each in lines.items()
    )
    file, line, function, _ = uses[0]
    place = Place(file, line, function, sources.line(file, line))
    fact = f"uses {words}, which the handout forbids"
    return Detail(Kind.FORBIDDEN, part.name, f"{fact} ({places})", common=fact, place=place)
