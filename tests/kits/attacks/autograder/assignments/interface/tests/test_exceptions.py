import unittest

import pytest
from work import RefusedError, check


def test_amount():
    """check says which amount is refused"""
    with pytest.raises(RefusedError, match="-3 is refused") as caught:
        check(-3)
    assert caught.value.amount == -3


class TestCheck(unittest.TestCase):
    def test_negative(self):
        """check refuses negative amounts"""
        with self.assertRaises(RefusedError) as caught:
            check(-4)
        self.assertEqual(caught.exception.amount, -4)

    def test_positive(self):
        """check returns other amounts"""
        self.assertEqual(check(4), 4)
