"""The pages for students: the handout, from Markdown, and START.html.

Each is one file that loads nothing from anywhere, readable on a phone and in print.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from string import Template
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from autograder.assignment import MAY_CHANGE, Assignment, AssignmentError
from autograder.authoring.figures import figure_files
from autograder.reports.brief import listed

_MEDIA_TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}
_ELSEWHERE = re.compile(r"[a-z]+:|#")
"""Links that do not lead to a file of the kit."""
_LINK_UP = re.compile(r" ?\(\[[^\]]*\]\([\w./-]+\.md\)\)")
"""A remark in parentheses that only links to another handout, which students do not get."""
_SCROLLING = re.compile(r"<(pre|table)\b")
"""What scrolls where it is wider than the screen; keys scroll only what can have the focus."""
MAX_SAMPLE_LINES = 9

_PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light dark; --paper: #ffffff; --ink: #16191d; --edge: #c8ccd2;
  --shade: #f2f4f6; --link: #0b57b0; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #121417; --ink: #e9ebee; --edge: #4a4f57; --shade: #24272c; --link: #86b7ff; }
}
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem 1.2rem 3rem; }
h1 { font-size: 1.7rem; line-height: 1.2; }
h2 { font-size: 1.25rem; margin-top: 2rem; }
h3 { font-size: 1.05rem; }
a { color: var(--link); }
code, pre { font: 0.9rem/1.45 ui-monospace, Consolas, Menlo, monospace; }
code { background: var(--shade); border-radius: 3px; padding: 0.1em 0.25em;
  overflow-wrap: anywhere; }
pre { background: var(--shade); border: 1px solid var(--edge); border-radius: 6px;
  overflow-x: auto; padding: 0.7rem 0.9rem; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--edge); padding: 0.3rem 0.6rem; text-align: left;
  vertical-align: top; }
th { background: var(--shade); }
img { background: #fff; border-radius: 6px; max-width: 100%; vertical-align: top; }
@media print {
  :root { color-scheme: light; font-size: 10pt; }
  h1, h2, h3 { break-after: avoid; }
  main { max-width: none; padding: 0; }
  pre, tr, img { break-inside: avoid; }
}
</style>
</head>
<body>
<main>
$body</main>
</body>
</html>
""")
_START = Template("""\
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
    """Return START.html; `report` is the grader's report on the starter, as text."""
    lines = report.splitlines()
    if len(lines) > MAX_SAMPLE_LINES:
        lines[MAX_SAMPLE_LINES:] = ["..."]
    body = _START.substitute(
        title=escape(assignment.title),
        sample=escape("\n".join(lines)),
        files=listed([f"<code>{escape(name)}</code>" for name in assignment.files]),
        arguments="" if assignment.arguments == MAY_CHANGE else _ARGUMENTS,
    )
    return _page(f"{assignment.title}: start here", body)


def _page(title: str, body: str) -> str:
    body = _SCROLLING.sub(r'\g<0> tabindex="0"', body)
    return _PAGE.substitute(title=escape(title), body=body)


def handout_page(assignment: Assignment) -> tuple[str, dict[str, bytes]]:
    """Return the page of an assignment's handout, and the files that it links to by their paths.

    Images are inside the page. A link to a file of handout/ keeps working, as an attachment; one to
    another handout, or out of the folder, becomes plain text, and a remark that is only such a link
    is left out. A page that is a figure is linked where its path is written as code: `figures/...`.

    Raises:
        AssignmentError: the handout or a figure is missing.
    """
    path = assignment.handout
    try:
        text = _LINK_UP.sub("", path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AssignmentError(f"{path}: missing; students need a handout") from None
    place = f"figures/{assignment.name}"
    drawn = figure_files(assignment, with_pages=True)
    figures = {f"{place}/{file}": content for file, content in drawn.items()}
    markdown = MarkdownIt("commonmark").enable("table")
    attachments = dict[str, bytes]()
    tokens = markdown.parse(text)
    for before, token in pairwise(tokens):
        if before.type == "heading_open":  # As links in Markdown call it.
            anchor = re.sub(r"[^\w\- ]", "", token.content.lower()).replace(" ", "-")
            before.attrSet("id", anchor)
        for child in token.children or ():
            if child.type == "image":
                _inline_image(child, path)
            elif child.type == "code_inline" and child.content in figures:
                attachments[child.content] = figures[child.content]
                child.type, child.content = "html_inline", _linked(child.content)
        attachments |= _attach(token.children or (), path.parent)
    body = markdown.renderer.render(tokens, markdown.options, {})
    return _page(assignment.title, body), attachments


def _linked(path: str) -> str:
    return f'<a href="{escape(path)}"><code>{escape(path)}</code></a>'


def _inline_image(image: Token, handout: Path) -> None:
    source = str(image.attrGet("src"))
    figure = handout.parent / unquote(source)
    if figure.suffix not in _MEDIA_TYPES or not figure.is_file():
        raise AssignmentError(f"{handout}: its figure {source} is missing, or not SVG or PNG")
    data = base64.b64encode(figure.read_bytes()).decode()
    image.attrSet("src", f"data:{_MEDIA_TYPES[figure.suffix]};base64,{data}")


def _attach(tokens: Sequence[Token], folder: Path) -> dict[str, bytes]:
    """Return the files that are linked; remove links to files that students do not get."""
    attachments = {}
    is_removed = False
    for token in tokens:
        if token.type == "link_close" and is_removed:
            token.type, is_removed = "text", False
        target = str(token.attrGet("href") or "#")
        if token.type != "link_open" or _ELSEWHERE.match(target):
            continue
        file = (folder / unquote(target.partition("#")[0])).resolve()
        if file.suffix == ".md" or not file.is_relative_to(folder.resolve()) or not file.is_file():
            token.type, is_removed = "text", True
        else:
            attachments[file.relative_to(folder.resolve()).as_posix()] = file.read_bytes()
    return attachments
