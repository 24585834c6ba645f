"""A test's request to the submission, and the response."""

from __future__ import annotations

from dataclasses import dataclass, field

from autograder.sandbox.protocol import Response


@dataclass(frozen=True)
class Invocation:
    """A request as the report shows it.

    `subject` is the function, program or command, `call` how it was called. `arguments` are
    renderings of the arguments that are too large to stand in `call`, by name.
    """

    subject: str
    call: str = ""
    arguments: dict[str, str] = field(default_factory=dict)


@dataclass
class Exchange:
    """A test's latest request to the submission, and the response once there is one.

    A failure before the submission was `reached` is the grader's fault. `hint` is a line that the
    test adds to the report if it fails.
    """

    invocation: Invocation = field(default_factory=lambda: Invocation(""))
    response: Response | None = None
    reached: bool = False
    hint: str = ""

    def begin(self, invocation: Invocation) -> None:
        self.invocation = invocation
        self.response, self.reached, self.hint = None, False, ""
