"""Verify an assignment before a release: its reference, its tests, its chaffs and its files.

Each check is a function that yields or returns its findings. The checks in `files`, `sources`,
`cases` and `documents` read files; those in `graded` grade submissions.
"""
