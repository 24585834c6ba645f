import io
from unittest import mock

import pytest
import quiz


@pytest.mark.parametrize(
    ("typed", "greeting"),
    [("Ada ", "Hello, Ada!\n"), ("", "Hello, you!\n")],
    ids=["Ada", "nobody"],
)
def test_greet(monkeypatch, capsys, typed, greeting):
    monkeypatch.setattr("builtins.input", lambda prompt: typed)
    quiz.greet()
    assert capsys.readouterr().out == greeting


def test_ask(capsys):
    with mock.patch("builtins.input", side_effect=["3", "5", "4"]) as typed:
        assert quiz.ask("2 + 2?", "4") == 3
    assert typed.call_count == 3
    typed.assert_called_with("2 + 2? ")
    assert capsys.readouterr().out.splitlines() == ["Try again.", "Try again.", "Right."]


def test_ask_once(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("Paris\n"))
    assert quiz.ask("Capital of France?", "Paris") == 1
    assert capsys.readouterr().out == "Capital of France? Right.\n"


def test_average(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n\n2.5\n4\n"))
    quiz.average()
    assert capsys.readouterr().out == "average: 2.5\n"


def test_average_of_nothing(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    quiz.average()
    assert capsys.readouterr() == ("", "no numbers\n")
