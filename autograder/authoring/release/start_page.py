"""START.html: one screen on how to run the grader, what it will print, and how to debug a test."""

from __future__ import annotations

from html import escape
from string import Template

from autograder.assignment import MAY_CHANGE, Assignment
from autograder.authoring.release.html_page import html_page
from autograder.reports.brief import listed

MAX_SAMPLE_LINES = 9
_BODY = Template("""\
<h1>$title: start here</h1>
<ol>
<li><strong>Open a terminal in this folder.</strong>
<ul>
<li>Windows: unpack the zip if you have not yet (right-click it, <em>Extract All</em>). Open the
new folder, click its address bar, type <code>cmd</code>, press Enter.</li>
<li>macOS: Control-click the folder in Finder, then <em>New Terminal at Folder</em>.</li>
<li>Linux: right-click in the folder, then <em>Open in Terminal</em>.</li>
</ul></li>
<li><strong>Run the tests.</strong> On Windows: <code>py check.pyz</code>.
On macOS and Linux: <code>python3 check.pyz</code>. The first start takes a few seconds.
In Visual Studio Code, open this folder and press Ctrl+Shift+B (macOS: Cmd+Shift+B).</li>
<li><strong>You will see</strong> each part with its points, and what failed:
<pre>$sample</pre></li>
<li><strong>Read the <a href="handout.html">handout</a></strong>, write $files, and run the tests
again after each function. To see one part only, add <code>--part NAME</code>.</li>
</ol>
<p>No such command? Install Python 3.11 or newer from
<a href="https://www.python.org/downloads/">python.org</a>. Nothing else has to be installed.</p>
<p><strong>To step through a test in a debugger</strong>, if you like: the tests are in
<code>tests/</code>. Install pytest (<code>py -m pip install pytest</code>, or
<code>python3 -m pip install pytest</code>), open this folder in Visual Studio Code with its Python
extension, and choose <em>Testing</em> (the flask) on the left. In a terminal, add
<code>pytest -x</code> to the command above: it runs the same tests up to the first failure. Only
the command without it counts: it has its own copy of the tests, and also runs those that pytest
skips.$arguments</p>
""")
_ARGUMENTS = """
It checks that your functions do not change their arguments, too."""


def start_page(assignment: Assignment, report: str) -> str:
    """Return the page; `report` is the grader's report on the starter, as text."""
    lines = report.splitlines()
    if len(lines) > MAX_SAMPLE_LINES:
        lines[MAX_SAMPLE_LINES:] = ["..."]
    checks_arguments = assignment.arguments != MAY_CHANGE
    files = [f"<code>{escape(name)}</code>" for name in assignment.files]
    body = _BODY.substitute(
        title=escape(assignment.title),
        sample=escape("\n".join(lines)),
        files=listed(files),
        arguments=_ARGUMENTS if checks_arguments else "",
    )
    return html_page(f"{assignment.title}: start here", body)
