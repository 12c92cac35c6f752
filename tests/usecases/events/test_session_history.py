"""What is sent of a session grows and is cut in steps, so that a provider need not read it again."""

from hypothesis import given
from hypothesis import strategies as st

from omoide import Mind, SimulatedClock
from omoide.usecases.events.recent import in_steps


def says(mind: Mind, number: int, *, session: str = "s1", answer: str | None = "うん") -> None:
    mind.observe(user=f"{session} の {number}", assistant=answer, session_id=session)


def history(mind: Mind, session: str = "s1") -> list[str]:
    verb = mind._home.events.session_history(mind.persona)
    return [each["content"] for each in verb(mind.persona.id, session, now=mind.now()) if each["role"] == "user"]


def test_it_holds_the_finished_turns_of_this_session_alone(mind: Mind) -> None:
    says(mind, 1)
    says(mind, 1, session="s2")
    says(mind, 2, answer=None)
    says(mind, 3, answer='ほっとした。<persona_emotion category="joy" intensity="0.8"/>')
    assert history(mind) == ["s1 の 1", "s1 の 3"]
    verb = mind._home.events.session_history(mind.persona)
    assert verb(mind.persona.id, "s1", now=mind.now())[-1] == {"role": "assistant", "content": "ほっとした。"}
    assert history(mind, "s3") == []


def test_over_thirty_turns_its_beginning_changes_twice(mind: Mind, clock: SimulatedClock) -> None:
    beginnings = []
    for number in range(1, 31):
        says(mind, number)
        clock.advance(seconds=60)
        beginnings.append(history(mind)[0])
    assert list(dict.fromkeys(beginnings)) == ["s1 の 1", "s1 の 11", "s1 の 21"]
    assert history(mind)[-1] == "s1 の 30"


def test_without_a_window_there_is_none(mind: Mind) -> None:
    mind.set("events.max_turns_window", "0")
    says(mind, 1)
    assert history(mind) == []


@given(st.integers(0, 500), st.integers(0, 50))
def test_it_is_never_shorter_than_a_step_nor_as_long_as_two(count: int, step: int) -> None:
    kept = in_steps(count, step=step)
    assert min(count, step) <= kept <= min(count, max(0, 2 * step - 1))
