"""The figures of what prompts are met with."""

from bench.injection import Met


def test_shares_are_of_the_prompts_that_were_put() -> None:
    met = Met()
    met.add({1, 2}, 2, {2})
    met.add(set(), 0, {2})
    met.add({3}, 4, {2})
    assert met.told() == {"prompts": 3, "held": 0.333, "silent": 0.333, "lines": 2.0}
    assert Met().told() == {"prompts": 0, "held": 0.0, "silent": 0.0, "lines": 0.0}
