"""The Content-Security-Policy of the pages that the kit generates."""

from __future__ import annotations

import base64
import hashlib


def page_policy(style: str, script: str = "") -> str:
    """Return a policy that allows the page's own style and script, and nothing else."""
    scripts = f" script-src {_digest(script)};" if script else ""
    return (
        f"default-src 'none'; style-src {_digest(style)};{scripts} "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
