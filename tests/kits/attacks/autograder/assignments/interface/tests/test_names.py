import io

import work
from work import shout


def test_size(monkeypatch, capsys):
    """shout repeats its input SIZE times"""
    monkeypatch.setattr(work, "SIZE", 2)
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    shout()
    assert capsys.readouterr().out == "NONO\n"


def test_default(monkeypatch, capsys):
    """SIZE is 3"""
    monkeypatch.setattr("builtins.input", lambda: "a")
    shout()
    assert capsys.readouterr().out == "AAA\n"
