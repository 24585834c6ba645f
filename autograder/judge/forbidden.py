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
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from types import UnionType

from autograder.assignment import Assignment, Part
from autograder.judge.python_source import (
    MAX_PARSED,
    Function,
    PythonSource,
    imported,
    mentioned_names,
    reachable,
    starts_program,
)
from autograder.judge.sources import Sources
from autograder.report import Detail, Place

STATEMENTS: Mapping[str, type[ast.AST] | UnionType] = {
    "assert": ast.Assert,
    "break": ast.Break,
    "continue": ast.Continue,
    "del": ast.Delete,
    "for": ast.For | ast.AsyncFor,
    "global": ast.Global,
    "if": ast.If | ast.IfExp,
    "lambda": ast.Lambda,
    "nonlocal": ast.Nonlocal,
    "try": ast.Try | ast.TryStar,
    "while": ast.While,
    "with": ast.With | ast.AsyncWith,
    "yield": ast.Yield | ast.YieldFrom,
}
"""The keywords that can be forbidden, besides `import`. A comprehension is not a `for`."""
UNREADABLE = (
    "cannot be searched for what the handout forbids: it is not Python, "
    f"has more than {MAX_PARSED:,} characters or is nested too deeply"
)
MAX_LINES = 5
"""How many lines of a file are named."""

NOTHING = ("", "")
Meaning = tuple[tuple[str, str], set[str]]
"""The file and name of the own code that is used, or NOTHING; and the words for what is not own."""


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

    @property
    def own_object(self) -> str:
        """The name that a method has for its object."""
        if not isinstance(self.node, Function) or not self.owner:
            return ""
        return next((each.arg for each in self.node.args.args), "")

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes in it but those of annotations."""
        found: list[ast.AST] = [self.node]
        for node in found:  # It grows.
            for field, value in ast.iter_fields(node):
                if field not in ("annotation", "returns"):
                    children = value if isinstance(value, list) else [value]
                    found += [child for child in children if isinstance(child, ast.AST)]
        return found

    @cached_property
    def bound(self) -> set[str]:
        """The names that something in it binds; of a function, they are its own."""
        return {name for node in self.nodes[1:] for name in _bound_by(node)}


class Code:
    """The student's files and the provided ones, in pieces, and what each of them uses."""

    def __init__(self, sources: Sources, forbidden: Set[str]) -> None:
        self.sources = sources
        self.forbidden = forbidden
        self.files = {file: [*_pieces(file, sources.python(file))] for file in sources.texts}
        self.binding: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        """By file and name, or `Class.method`, what defines it; of a class, all that is in it."""
        self.methods: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        """By file and name."""
        self.origins: dict[tuple[str, str], str] = {}
        """By file and imported name, what it stands for, such as `math.sqrt`."""
        self.stars: dict[str, dict[str, None]] = defaultdict(dict)
        """By file, the own modules from which it imports all names, in this order."""
        self.foreign_stars: dict[str, set[str]] = defaultdict(set)
        """By file, the others."""
        self.members: set[str] = set()
        """The attributes that objects of own classes may have."""
        self._texts: dict[tuple[str, int, int], str] = {}
        for piece in (piece for pieces in self.files.values() for piece in pieces):
            self._add(piece)

    def _add(self, piece: Piece) -> None:
        file = piece.file
        for node in piece.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                self.members.add(node.attr)
        for name, module, inner in imported(piece.nodes):
            self.origins[file, name] = f"{module}.{inner}" if inner else module
            if name == "*":
                if f"{module}.py" in self.files:
                    self.stars[file][module] = None
                else:
                    self.foreign_stars[file].add(module)
        if piece.owner:
            self.binding[file, piece.owner].append(piece)
            self.binding[file, f"{piece.owner}.{piece.name}"].append(piece)
            self.methods[file, piece.name].append(piece)
            self.members |= {piece.name} if piece.name else piece.bound
        elif piece.name:  # It replaces an earlier version.
            self.binding[file, piece.name] = [piece]
        elif not starts_program(piece.node):
            for name in piece.bound:
                self.binding[file, name].append(piece)

    def reached(self, start: Iterable[Piece], others: Set[tuple[str, str]]) -> Iterator[Piece]:
        """Yield what runs when these pieces do, but no function or class of `others`, by file."""
        waiting, seen = [*start], set[Piece]()
        used = set[tuple[str, str]]()
        while waiting:
            piece = waiting.pop()
            names = {(piece.file, piece.name), (piece.file, piece.owner)}
            if piece in seen or names & others:
                continue
            seen.add(piece)
            yield piece
            more = {self._look_up(piece, node)[0] for node in piece.nodes} - used
            used |= more
            waiting += [own for each in more for own in self.binding.get(each, ())]

    def words(self, piece: Piece) -> Iterator[tuple[int, str]]:
        """Yield the words for what a piece uses that is not its own code, each with a line."""
        for node in piece.nodes:
            for word in self._look_up(piece, node)[1]:
                is_attribute = isinstance(node, ast.Attribute)
                yield getattr(node, "end_lineno" if is_attribute else "lineno", 0), word

    def named(self, file: str, name: str) -> list[Piece]:
        """Return what a file defines by this name; a method comes with its special methods."""
        methods = self.methods.get((file, name), [])
        owners = {each.owner for each in methods}
        around = (piece for owner in owners for piece in self.binding[file, owner])
        special = [piece for piece in around if piece.name.startswith("__")]
        return self.binding.get((file, name)) or [*methods, *special]

    def text(self, piece: Piece) -> tuple[str, str]:
        """Return the file and the text of a piece's lines without white space."""
        file, first, last = piece.file, piece.node.lineno, piece.node.end_lineno or 0
        if (file, first, last) not in self._texts:  # A line may hold 100,000 statements.
            lines = self.sources.lines(file)[first - 1 : last]
            self._texts[file, first, last] = "".join("".join(lines).split())
        return file, self._texts[file, first, last]

    def _look_up(self, piece: Piece, node: ast.AST) -> Meaning:
        """Return what a node uses."""
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if (
                name not in piece.bound and name != piece.owner
            ):
                return self._meaning(piece.file, name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Load()):
                origin = "" if name in piece.bound else self.origins.get((piece.file, name), "")
                if origin:
                    return self._imported(f"{origin}.{attribute}")
                is_own = name == piece.own_object
                method = (piece.file, f"{piece.owner}.{attribute}") if is_own else NOTHING
                return method, {attribute} - self.members
            case ast.Attribute(attr=attribute, ctx=ast.Load()):
                return NOTHING, {attribute} - self.members
        return NOTHING, {
            word for word in self.forbidden if isinstance(node, STATEMENTS.get(word, ()))
        }

    def _meaning(self, file: str, name: str) -> Meaning:
        """Look up a name that a piece of a file does not bind itself."""
        if (file, name) in self.binding:
            return (file, name), set()
        if origin := self.origins.get((file, name)):
            return self._imported(origin)
        for module in reversed(self.stars[file]):
            if (f"{module}.py", name) in self.binding:
                return (f"{module}.py", name), set()
        foreign = self.foreign_stars[file]
        if len(foreign) == 1 and not hasattr(builtins, name):
            return self._imported(f"{min(foreign)}.{name}")
        return NOTHING, {name} if foreign or hasattr(builtins, name) else set()

    def _imported(self, origin: str) -> Meaning:
        module, _, name = origin.partition(".")
        if f"{module}.py" in self.files:
            return (f"{module}.py", name), set()
        words = {word for word in self.forbidden if f"{origin}.".startswith(f"{word}.")}
        return NOTHING, {"import", origin.rpartition(".")[2], *words}


Use = tuple[str, int, str, str]
"""A file, a line of it that uses something forbidden, the function around that, and the word."""


def can_be_found(word: str) -> bool:
    """Is it a name, with dots or without, or one of the statements?"""
    names = [part for part in word.split(".") if part.isidentifier() and not iskeyword(part)]
    return word in ("import", *STATEMENTS) or ".".join(names) == word


def forbidden_uses(assignment: Assignment, sources: Sources) -> dict[str, Detail]:
    """Return what is wrong with each part that uses what it may not, by its name."""
    words = {word for part in assignment.parts for word in assignment.forbidden_in(part)}
    if not words:
        return {}
    starter = Sources.of(assignment.starter, assignment.files, ())
    code, stubs = Code(sources, words), Code(starter, words)
    given = {stubs.text(piece) for pieces in stubs.files.values() for piece in pieces}
    details = {}
    for part in assignment.parts:
        if assignment.forbidden_in(part) and (unread := _unread(part, assignment, sources)):
            details[part.name] = Detail(f"{unread} {UNREADABLE}")
            continue
        found = {
            (piece.file, line, piece.name or "<module>", word)
            for piece in _pieces_of(part, assignment, code, stubs)
            if piece.file in assignment.files and code.text(piece) not in given
            for line, word in code.words(piece)
            if word in assignment.forbidden_in(part)
        }
        if found:
            details[part.name] = _detail(part, sorted(found), sources)
    return details


def _unread(part: Part, assignment: Assignment, sources: Sources) -> str:
    """Return a file that the part's file imports, or this, in which nothing can be looked up."""
    program = assignment.program_of(part)
    first = part.file or (program.file if program else "")
    python = {file: sources.python(file) for file in sources.texts}
    imports = {file: {f"{m}.py" for m in each.modules} for file, each in python.items()}
    reached = sorted(reachable(imports, [first]) & python.keys())
    return next((file for file in reached if not python[file].is_python), "")


def _pieces_of(part: Part, assignment: Assignment, code: Code, stubs: Code) -> Iterator[Piece]:
    """Yield the code of a part: all of its file, if not even the starter has its name."""
    start, program = code.named(part.file, part.name), assignment.program_of(part)
    tests = (PythonSource.of_file(path) for path in assignment.tests_of(part))
    if part.file and not start and not stubs.named(part.file, part.name):
        start = code.files.get(part.file, [])
    elif program and not part.file and any("program" in mentioned_names(t.tree) for t in tests):
        pieces = code.files.get(program.file, [])
        start = [piece for piece in pieces if not piece.name and not piece.owner]
    around = {(part.file, method.owner) for method in code.methods.get((part.file, part.name), ())}
    others = {(other.file, other.name) for other in assignment.parts if other != part}
    return code.reached(start, others - around)


def _detail(part: Part, uses: Sequence[Use], sources: Sources) -> Detail:
    """Say what a part uses and in which files and lines, such as `hw.py, lines 3, 7`."""
    words = ", ".join(dict.fromkeys(word for *_, word in uses))
    lines: dict[str, dict[str, None]] = defaultdict(dict)
    for file, line, *_ in uses:
        lines[file][str(line)] = None
    places = "; ".join(
        f"{file}, line{'s' if len(numbers) > 1 else ''} {', '.join([*numbers][:MAX_LINES])}"
        + (", ..." if len(numbers) > MAX_LINES else "")
        for file, numbers in lines.items()
    )
    file, line, function, _ = uses[0]
    place = Place(file, line, function, sources.line(file, line))
    return Detail(f"{part.name} uses {words}, which the handout forbids ({places})", place=place)


def _pieces(file: str, source: PythonSource) -> Iterator[Piece]:
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef):
            inner: list[ast.stmt | ast.expr] = [*node.bases, *node.decorator_list, *node.body]
            yield from (Piece(file, each, node.name) for each in inner)
        else:
            yield Piece(file, node)


def _bound_by(node: ast.AST) -> Iterator[str]:
    match node:
        case (
            ast.Name(id=name, ctx=ast.Store())
            | ast.arg(arg=name)
            | ast.FunctionDef(name=name)
            | ast.AsyncFunctionDef(name=name)
            | ast.ClassDef(name=name)
            | ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.MatchMapping(rest=str(name))
        ):
            yield name
