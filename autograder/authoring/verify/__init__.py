"""Verify an assignment before a release: its reference, its tests, its chaffs and its files.

Each check is a function that yields or returns its findings; `run` lists all of them. Those in
`graded` grade submissions, the others read files.
"""
