import unittest
from pathlib import Path

from helping import twice
from stack import Stack, is_balanced


class StackTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = Path(__file__).with_name("data").joinpath("sizes.csv").read_text()
        cls.sizes = [int(size) for size in text.split(",")]
        cls.numbers = Stack([1, 2, 3])

    def setUp(self):
        self.stack = Stack()

    def test_push(self):
        """push puts an item on top"""
        self.stack.push(1)
        self.stack.push(twice(2))
        self.assertEqual(self.stack.pop(), 4)

    def test_pop_from_empty_stack(self):
        """pop raises an IndexError if there are no items"""
        with self.assertRaises(IndexError):
            self.stack.pop()

    def test_pop_until_empty(self):
        """pop removes the items from the last to the first"""
        self.assertListEqual([self.numbers.pop() for _ in range(3)], [3, 2, 1])
        self.assertEqual(self.numbers.items, [])

    def test_sizes(self):
        """a stack has as many items as were pushed"""
        for size in self.sizes:
            with self.subTest(size=size):
                self.assertEqual(len(Stack(range(size)).items), size)

    def test_is_balanced(self):
        for text, expected in {"": True, "(a)[b]": True, "([)]": False, "(": False}.items():
            with self.subTest(text):
                self.assertIs(is_balanced(text), expected)


if __name__ == "__main__":
    unittest.main()
