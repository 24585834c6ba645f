"""Installed packages that submissions may import."""

from __future__ import annotations

import functools
import importlib.util

IMPORTABLE = "pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments", "colorama"
"""Packages that a submission may import: pytest and its dependencies."""


@functools.cache
def libraries() -> dict[str, str]:
    """Return the first file of each installed package that submissions may import."""
    specs = {name: importlib.util.find_spec(name) for name in IMPORTABLE}
    return {name: spec.origin for name, spec in specs.items() if spec and spec.origin}
