"""Every text is accepted as a puzzle, as ready_to_solve checks it later.

caught by: program
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        super().load_puzzle(stream)
        return True
