"""What to write instead of what tests cannot do here, in the words of docs/testing.md."""

from __future__ import annotations

import ast
import re

from autograder.judge.python_source import Function

SEE = "see docs/testing.md"
PROGRAM = "`program(case)`"
COMPARE = "compare what is returned or printed"
OBJECTS = "what objects and calls do"
DATA = "plain data, or a class of the provided file"
ROWS = (
    ("StartedFileError|provided file", "", "", SEE),
    ("No such file", r"\bsubprocess\.", '`subprocess.run([sys.executable, "hw.py"])`', PROGRAM),
    ("No such file", r"\brunpy\.", '`runpy.run_path("hw.py")`', PROGRAM),
    (
        "'(?!autograder/)[^']+'; graded programs start in a folder",
        "",
        '`f("easy.txt")`',
        '`f(Path(__file__).with_name("easy.txt"))`',
    ),
    ("PermissionError", r"tmp(_path|dir)_factory", "`tmp_path_factory`", "`tmp_path`"),
    (
        "PermissionError",
        r"\b(mkdtemp|mkstemp|gettempdir|\w*TemporaryDirectory|\w*TemporaryFile)\(",
        "`tempfile` in `setUpClass`",
        "`setUp`, or a fixture of each test",
    ),
    ("fixture 'caplog'", "", "`caplog`", COMPARE),
    ("no logs of level", r"\bassertLogs\(", "`caplog`", COMPARE),
    ("DID NOT WARN|not triggered", r"\b(warns|assertWarns\w*)\(", "`pytest.warns`", COMPARE),
    ("TypeError", r"\bgetsource(lines)?\(", "`inspect.getsource(f)`", COMPARE),
    ("__wrapped__", "", "`f.__wrapped__`", COMPARE),
    ("__code__", r"\b__code__\b", "`f.__code__`", COMPARE),
    ("", r"\bpickle\.", "`pickle.dumps(x)`", COMPARE),
    ("", r"\b__annotations__\b", "`f.__annotations__`", COMPARE),
    ("", r"\.send\(", "`generator.send(x)`", COMPARE),
    ("", r"\b(__bases__|__mro__|mro\(|_fields)\b", "`C.__mro__`", OBJECTS),
    ("", r"\bisgeneratorfunction\(", "`inspect.isgeneratorfunction(f)`", OBJECTS),
    ("", r"isinstance\(.*\bproperty\)", "`isinstance(C.a, property)`", OBJECTS),
    ("", r"\bobject\(\)", "`object()`", DATA),
    ("", r"\bSimpleNamespace\(", "a `SimpleNamespace`", DATA),
    (
        "gave the wrong answer",
        r"(==|!=|assert(Not)?Equal\(.*,) [\[({]",
        "`x == (1, 2)` with an object of a student's class",
        "`(x.a, x.b) == (1, 2)` or `list(x) == [1, 2]`",
    ),
    ("", r"random\.seed\(", "`random.seed(1)`", '`mock.patch("hw.random.randint")`'),
    (
        "",
        r"(patch|object|setattr)\(['\"]?(random|time)\b",
        '`mock.patch("random.randint")`',
        '`mock.patch("hw.random.randint")`',
    ),
    ("", r"\b(environ|getenv|setenv|delenv)\b", "`os.environ`", "`monkeypatch.setattr(hw, …)`"),
)
"""Expressions for the message of a failure and for the code of its test, what does not work there,
and what to write instead. If the message shows it, it may be in the file's fixtures, too."""


def instead(message: str, code: bytes, test: str) -> str:
    """Return what to write instead in a test of a file that failed with a message."""
    functions = [node for node in ast.walk(ast.parse(code)) if isinstance(node, Function)]
    own = [node for node in functions if node.name == test.rpartition("::")[2]]
    others = [node for node in functions if not node.name.startswith("test")]
    for failure, use, idiom, remedy in ROWS:
        text = "\n".join(map(ast.unparse, [*own, *others] if failure else own))
        if re.search(failure, message) and re.search(use, text):
            return f"instead of {idiom}: {remedy}" if idiom else remedy
    return SEE
