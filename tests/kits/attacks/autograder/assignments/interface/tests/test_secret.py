import unittest

from work import secret

SECRET = "@PUBLIC@"


def test_secret():
    """secret gives what only the grader knows"""
    assert secret() == SECRET


class TestSecret(unittest.TestCase):
    def test_equal(self):
        """secret gives it in unittest, too"""
        self.assertEqual(secret(), SECRET)
