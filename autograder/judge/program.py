"""The `program` fixture: a whole program, run with a case on standard input."""

from __future__ import annotations

from autograder.assignment import AssignmentError, Case, Program
from autograder.judge.difference import Output
from autograder.judge.drawing import printable_line
from autograder.judge.failure import Asked, Failure, failure_of
from autograder.judge.student import Submission
from autograder.sandbox.reply import Kind, Reply
from autograder.verdict import Outcome


class ProgramRunner:
    """Runs a submission's program for one test.

    `replies` holds what cases gave so far: each is run once, however many tests look at its output.
    """

    def __init__(self, submission: Submission, lenient: bool, replies: dict[Case, Reply]) -> None:
        self._submission = submission
        self._lenient = lenient
        self._replies = replies
        self.asked = Asked("")
        self.last: Reply | None = None
        self.reached = False
        self.hinted = ""

    def __call__(self, case: Case) -> Output:
        """What the program prints for a case.

        Raises:
            Failure: it did not run to its end.
        """
        program = self._program
        self.last, self.reached, self.hinted = None, False, ""
        self.asked = Asked(program.file, f"{program.file} < {printable_line(case.name)}.in")
        for file, why in self._submission.known_unusable.items():
            if file in self._needed and not self._is_there(program, file):
                raise Failure(Outcome.NOT_RUN, why)
        self.reached = True
        if case not in self._replies:
            self._replies[case] = self._run(program, case)
        self.last = reply = self._replies[case]
        if reply.kind is not Kind.VALUE:
            raise self._failure(program, reply)
        return Output(reply.printed, program.counts, self._lenient)

    def expected(self, case: Case) -> Output:
        """What the program should print for a case."""
        text = case.output.read_text(encoding="utf-8")
        return Output(text, self._program.counts, self._lenient)

    def hint(self, text: str) -> None:
        """Say what an output looks like, should the test that asked for it fail."""
        self.hinted = text

    @property
    def _needed(self) -> set[str]:
        """The files that the program needs: itself, and those that parts are about."""
        return {self._program.file, *(part.file for part in self._submission.assignment.parts)}

    def _is_there(self, program: Program, file: str) -> bool:
        """A program that cannot be imported may still run: one that calls main() at its end."""
        return file == program.file and self._submission.sources.holds(file)

    @property
    def _program(self) -> Program:
        program = self._submission.assignment.program
        if program is None:
            raise AssignmentError(f"{self._submission.assignment.name} has no [program]")
        return program

    def _run(self, program: Program, case: Case) -> Reply:
        worker = self._submission.sandbox.worker()
        seconds = self._submission.assignment.limits.program_seconds
        reply = worker.run(program.file, seconds, case.input.read_text(encoding="utf-8"))
        worker.close()
        return reply

    def _failure(self, program: Program, reply: Reply) -> Failure:
        """Why it did not end well; where it could not even load a file, that is remembered."""
        for file in self._submission.assignment.files:
            loading = any(
                frame.file == file and frame.function == "<module>"
                for stack in reply.stacks
                for frame in stack
            )
            broken = reply.syntax is not None and reply.syntax[0] == file
            if broken or (loading and file != program.file):
                why = self._submission.why_unloadable(file, reply)
                told = self._submission.sources.tidied(why)
                self._submission.unusable_in_program[file] = told
                return Failure(Outcome.NOT_RUN, told)
        return failure_of(reply, self.asked, self._submission.sources)
