"""The frame of a page for students: one file, no request to anywhere, readable on a phone."""

from __future__ import annotations

import re
from html import escape
from string import Template

from autograder.authoring.release.phone_tables import ROWS_AS_LISTS

_PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
$style</style>
</head>
<body>
<main>
$body</main>
</body>
</html>
""")

_STYLE = """\
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
code { background: var(--shade); border-radius: 3px; padding: 0.1em 0.25em; white-space: nowrap; }
code.long, td code { overflow-wrap: break-word; white-space: normal; }
pre { background: var(--shade); border: 1px solid var(--edge); border-radius: 6px;
  overflow-x: auto; padding: 0.7rem 0.9rem; }
pre code { background: none; padding: 0; white-space: inherit; }
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
"""

_SCROLLING = re.compile(r"<(pre|table)\b")
"""What scrolls where it is wider than the screen; keys scroll only what can have the focus."""


def html_page(title: str, body: str) -> str:
    """Return a page; `body` is HTML, `title` is text."""
    body = _SCROLLING.sub(r'\g<0> tabindex="0"', body)
    return _PAGE.substitute(title=escape(title), style=_STYLE + ROWS_AS_LISTS, body=body)
