"""The count is set back when it is read.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def choices(self):
        count, self._choices = self._choices, 0
        return count
