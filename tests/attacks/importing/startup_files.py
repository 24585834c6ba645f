"""Write files that Python and pytest execute on startup, wherever they might look for them.

unconfined: changed
"""

import contextlib
import os

from stage import KIT, TEMPORARY


NAMES = ("sitecustomize.py", "usercustomize.py", "x.pth", "conftest.py", "json.py", "pytest.ini")
TESTS = f"{KIT}/autograder/assignments/target/tests"
BOX = os.path.dirname(__file__)
for folder in (".", BOX, TESTS, f"{KIT}/starter/target", TEMPORARY, os.path.dirname(os.__file__)):
    if folder != os.path.dirname(os.__file__) or os.geteuid():
        for name in NAMES:
            with contextlib.suppress(OSError), open(os.path.join(folder, name), "x") as file:
                file.write("started = True\n")
