"""Test modules that pytest has rewritten, kept for all processes of a test run.

Each grading rewrites the assertions of its test modules, where Python writes no bytecode. The
folder in `FOLDER` keeps the code of each module by what it is made of, its source.
"""

from __future__ import annotations

import _imp
import functools
import hashlib
import importlib.util
import marshal
import os
from pathlib import Path
from types import CodeType
from typing import Any

from _pytest.assertion import rewrite

FOLDER = "KEPT_TEST_MODULES"
"""The environment variable that names the folder; without it, nothing is kept.

All processes of a test run share the folder, also for what else only one of them has to make.
"""


def keep_rewritten_modules() -> None:
    """Keep what pytest rewrites in this process; `inspect.unwrap` finds the old way."""
    if FOLDER not in os.environ:
        return
    folder, rewrite_test = Path(os.environ[FOLDER]), rewrite._rewrite_test

    @functools.wraps(rewrite_test)
    def read_or_rewrite(file: Path, config: Any) -> tuple[bytes, CodeType]:
        source = file.read_bytes()
        kept = folder / hashlib.sha256(source).hexdigest()
        try:
            code = marshal.loads(kept.read_bytes())
        except FileNotFoundError:
            source_hash, code = rewrite_test(file, config)
            if source_hash == importlib.util.source_hash(source):
                written = kept.with_suffix(f".{os.getpid()}")
                written.write_bytes(marshal.dumps(code))
                written.replace(kept)
            return source_hash, code
        vars(_imp)["_fix_co_filename"](code, str(file))
        return importlib.util.source_hash(source), code

    vars(rewrite)["_rewrite_test"] = read_or_rewrite
