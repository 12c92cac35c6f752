"""Looking through told days, and for feelings, in Python."""

import pytest

from omoide import Mind
from omoide.errors import InvalidInput


def test_days_and_feelings_are_read_a_page_at_a_time(mind: Mind) -> None:
    for day in range(1, 6):
        at = f"2026-03-0{day}T12:00:00+09:00"
        mind.observe(user=f"{day}日、試験に受かってすごくうれしい！", assistant="おめでとう！", at=at)
    mind.sleep()
    newest = mind.episodes.told(limit=2)
    assert [each.span.first.day for each in newest] == [5, 4]
    assert [each.span.first.day for each in mind.episodes.told("2026-03-01~2026-03-02")] == [2, 1]
    joys = mind.episodes.felt("joy", limit=3)
    assert [each.user[0] for each in joys] == ["5", "4", "3"]
    assert mind.episodes.felt("joy", since="2026-03-02", until="2026-03-03")[0].user.startswith("2日")
    assert mind.episodes.felt("disgust") == []


def test_what_is_no_feeling_and_no_page_is_refused(mind: Mind) -> None:
    with pytest.raises(InvalidInput, match="no feeling"):
        mind.episodes.felt("hunger")
    with pytest.raises(InvalidInput, match="page"):
        mind.episodes.told(offset=-1)
