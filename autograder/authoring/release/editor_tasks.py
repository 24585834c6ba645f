""".vscode/tasks.json: the editor runs check.pyz and shows failures at their lines."""

from __future__ import annotations

import json

FAILURE_PATTERN = r"^(\S[^:]*\.py):(\d+): (.+)$"
"""A line of `reports/lines.py`: the groups are file, line and message."""


def editor_tasks() -> str:
    matcher = {
        "owner": "check",
        "source": "check",
        "severity": "error",
        "fileLocation": ["relative", "${workspaceFolder}"],
        "pattern": {"regexp": FAILURE_PATTERN, "file": 1, "line": 2, "message": 3},
    }
    task = {
        "label": "Check my work",
        "type": "shell",
        "command": "python3 check.pyz --lines",
        "windows": {"command": "py check.pyz --lines"},
        "group": {"kind": "build", "isDefault": True},
        "presentation": {"clear": True},
        "problemMatcher": matcher,
    }
    return json.dumps({"version": "2.0.0", "tasks": [task]}, indent=2) + "\n"
