"""The error of commands on a whole class."""


class CourseError(Exception):
    """Results cannot be read or written, or a file cannot be filled in; the message is one line."""
