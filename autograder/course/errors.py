"""The error that commands on a whole class raise."""

from autograder.intake.listing import IntakeError


class CourseError(IntakeError):
    """Results cannot be read or written, or a file cannot be filled in; the message is one line."""
