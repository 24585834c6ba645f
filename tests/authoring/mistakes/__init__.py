"""Mistakes of authors as tables: an edit of the sound kit, and the lines that report it.

Those of most tables are reported when the assignment is loaded, or without running anything.
"""
