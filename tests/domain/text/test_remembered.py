"""What was worked out of a short text is not worked out again; nothing large is held."""

from omoide.domain.text.remembered import LONGEST, remembered


def test_a_short_text_is_worked_out_once_for_each_way_of_asking() -> None:
    asked: list[str] = []

    def length(text: str, *, times: int = 1) -> int:
        asked.append(text)
        return len(text) * times

    known = remembered(length)
    assert [known("犬"), known("犬"), known("犬", times=2), known("犬", times=2)] == [1, 1, 2, 2]
    assert asked == ["犬", "犬"]


def test_a_long_text_is_not_held() -> None:
    asked: list[str] = []

    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    known = remembered(length)
    long = "長" * (LONGEST + 1)
    assert [known(long), known(long)] == [LONGEST + 1] * 2
    assert len(asked) == 2
