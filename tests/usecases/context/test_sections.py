"""What sections give: days in shorter forms, notes line by line."""

from datetime import date

from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import Episode, EpisodeId, EpisodeKind, EpisodeSentence, EpisodeText
from omoide.domain.events.event import EventId
from omoide.domain.time.moment import Moment
from omoide.usecases.context.constant import SHORTEST_DAY, episode_forms


def episode(*said: tuple[str, tuple[int, ...]]) -> Episode:
    sentences = tuple(EpisodeSentence(text, tuple(map(EventId, evidence))) for text, evidence in said)
    text = EpisodeText(1, sentences, "rules", Moment(0))
    day = date(2026, 3, 29)
    return Episode(
        EpisodeId(1), "episode_2026-03-29_001", EpisodeKind.DAY, DaySpan(day, day), text, 0.4, 0.7, Moment(0)
    )


def test_a_shorter_day_tells_what_was_told_at_most_length_in_its_order() -> None:
    told = episode(
        ("3月29日、3回ことばを交わした。", (1, 2, 3)), ("朝は雨。", (1,)),
        ("母の手術が無事に終わって、二人で泣いた。", (2,)), ("夜は鍋。", (3,)),
    )  # fmt: skip
    assert episode_forms(told) == (
        "3月29日、3回ことばを交わした。朝は雨。母の手術が無事に終わって、二人で泣いた。夜は鍋。",
        "母の手術が無事に終わって、二人で泣いた。",
    )


def test_the_shortest_form_of_a_day_is_short_whatever_its_sentences_are() -> None:
    forms = episode_forms(episode(("話した。" * 200, (1,))))
    assert [len(form) for form in forms] == [800, SHORTEST_DAY]
