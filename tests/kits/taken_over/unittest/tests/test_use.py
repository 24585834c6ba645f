def test_use(full):
    assert full.pop() == 1
