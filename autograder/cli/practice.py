"""The `practice` command: serve a practice page on this computer."""

from __future__ import annotations

import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from autograder.assignment import KIT, names
from autograder.cli.console import is_packed
from autograder.cli.diff import has_screen
from autograder.cli.files import UnusableError

PORT = 8000


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the types that a browser requires, and prints no requests."""

    extensions_map = {  # noqa: RUF012 - as in the base class
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """Serves on this computer, and prints nothing where a browser has closed a connection."""

    def handle_error(self, *_: object) -> None:
        pass


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), required=False)
@click.option("--port", default=PORT, help="The port; by default 8000, or a free one.")
def practice(folder: Path | None, port: int) -> None:
    """Serve the practice page in FOLDER on this computer, until Ctrl-C.

    FOLDER defaults to the current folder; for check.pyz, to NAME-practice in it. Only this computer
    can reach the page.

    \b
    Examples:
      autograder practice dist/NAME-practice
    """
    folder = folder or Path(f"{names(KIT)[0]}-practice" if is_packed() else ".")
    if not (folder / "kit.json").is_file():
        fault = f"{folder} is not the folder of a practice page; instructors make one with"
        raise UnusableError(f"{fault}: autograder release NAME --practice PYODIDE")
    handler = partial(Handler, directory=str(folder))
    try:
        server = Server(("127.0.0.1", port), handler)
    except OSError:
        server = Server(("127.0.0.1", 0), handler)
    address = f"http://localhost:{server.server_port}/"
    click.echo(f"The practice page is at {address}; Ctrl-C ends it.")
    if has_screen():
        webbrowser.open(address)
    with server:
        server.serve_forever()
