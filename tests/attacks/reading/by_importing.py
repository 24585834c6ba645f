"""Open the hidden tests through the import system and other readers of source.

double: pass
secret: wrong
program: pass wrong
unconfined: gained
"""

import importlib.machinery
import importlib.util
import linecache
import re
import runpy
import sys
import tokenize
from importlib import resources

from stage import KIT

FOLDER = f"{KIT}/autograder/assignments/target/hidden"
FILE = f"{FOLDER}/test_secret.py"


def double(value):
    return value * 2


def imported():
    sys.path.insert(0, FOLDER)
    importlib.invalidate_caches()
    return importlib.import_module("test_secret").SECRET


def by_location():
    spec = importlib.util.spec_from_file_location("hidden", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.SECRET


def from_package():
    sys.path.insert(0, f"{KIT}/autograder/assignments")
    return resources.files("target").joinpath("hidden/test_secret.py").read_text()


def tokenized():
    with tokenize.open(FILE) as file:
        return file.read()


def ways():
    yield lambda: "".join(linecache.getlines(FILE))
    yield lambda: importlib.machinery.SourceFileLoader("hidden", FILE).get_data(FILE).decode()
    yield lambda: runpy.run_path(FILE)["SECRET"]
    yield from (imported, by_location, from_package, tokenized)


def secret():
    for way in ways():
        try:
            return re.search("[0-9a-f]{40}", way())[0]
        except (OSError, ImportError, TypeError):
            continue


if __name__ == "__main__":
    print(double(int(input())))
