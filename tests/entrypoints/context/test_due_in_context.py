"""Due things in the context and in a host's prompt: told at their moment, once, until done or dismissed (SPEC X16)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from omoide import Mind, SimulatedClock
from omoide.domain.beliefs.state import StateKind
from omoide.domain.personas.persona import PersonaId
from omoide.domain.reminders.reminder import ReminderMark
from omoide.domain.time import moment
from omoide.errors import StoreBusy
from omoide.usecases.context.due_things import DueNow
from omoide.usecases.context.sections import AskedSection
from omoide.usecases.reminders.tell import TellDue

LINE = "[2026-03-29][due]"


@pytest.fixture
def busy(mind: Mind) -> Mind:
    """It is nine in the morning of the day on which something is due."""
    mind.observe(
        user="3月29日までに書類を出さないといけない", assistant="うん", at="2026-03-25T20:00", session_id="old"
    )
    mind.settle()
    assert [one.is_to_be_told for one in mind.due()] == [True]
    return mind


def talk(*said: str) -> list[dict[str, Any]]:
    return [{"role": role, "content": text} for each in said for role, text in (("user", each), ("assistant", "うん"))][
        :-1
    ]


def test_a_due_thing_is_told_in_one_block_of_one_session(busy: Mind) -> None:
    looked = busy.context("おはよう", session_id="a", preview=True)
    assert LINE in looked.block  # looking marks nothing
    first = busy.context(talk("おはよう"), session_id="a")
    assert first.block.count(LINE) == 1
    assert "（今日が期限）" in first.block
    assert "[task]" not in first.block, "it is told once in a block, too"
    second = busy.context(talk("おはよう", "いい天気"), session_id="a")
    assert second.turns[0] == first.block
    assert LINE not in second.block
    assert LINE not in busy.context("おはよう", session_id="b").text
    assert [one.told is not None for one in busy.due()] == [True]


def test_what_is_done_or_dismissed_is_not_told(busy: Mind) -> None:
    [due] = busy.due()
    busy.due.dismiss(due.task.id)
    assert "書類" not in busy.context("おはよう", session_id="a").block
    busy.due.remind(due.task.id)
    busy.due.done(due.task.id)
    assert "書類" not in busy.context("おはよう", session_id="b").block


def test_what_is_overdue_is_told_once_on_the_next_day(busy: Mind, clock: SimulatedClock) -> None:
    assert LINE in busy.context("おはよう", session_id="a").block
    clock.advance(days=1)
    assert "過ぎている" in busy.context("おはよう", session_id="b").block
    assert LINE not in busy.context("おはよう", session_id="c").block


def test_without_a_session_nothing_is_marked(busy: Mind) -> None:
    for _ in range(2):
        assert LINE in busy.context("おはよう").block


def test_what_had_no_room_is_told_in_the_next_turn(busy: Mind) -> None:
    assert LINE not in busy.context(talk("おはよう"), session_id="a", budget_tokens=20).text
    assert LINE in busy.context(talk("おはよう", "ねえ"), session_id="a").block
    assert LINE not in busy.context("ねえ", session_id="b").block


def test_a_reminder_is_not_told_again_when_its_block_was_dropped(busy: Mind) -> None:
    said = ["おはよう"]
    first = busy.context(talk(*said), session_id="a", budget_tokens=1_400)
    assert LINE in first.block
    for number in range(40):
        said.append(f"{number}回目の話")
        busy.notes.notepad.write(f"{number}のことを覚えておく" * 3)  # a change that is told makes every block longer
        last = busy.context(talk(*said), session_id="a", budget_tokens=1_400)
        assert LINE not in last.block
        if not last.turns[0]:
            return
    pytest.fail("no block was ever dropped")


def test_a_host_is_told_whatever_its_prompt_is_about_and_once(busy: Mind) -> None:
    prompt = "このテストが落ちる理由を調べて"
    first = busy.host.meet_prompt(prompt, session_id="h", place="/p")
    assert LINE in first.text
    again = busy.host.meet_prompt(prompt, session_id="h", place="/p")
    assert again.text == first.text, "what never reached the session is told again in the same words"
    assert LINE not in busy.host.meet_prompt(prompt, session_id="h", place="/p", told=first.keys).text
    assert LINE not in busy.host.meet_prompt(prompt, session_id="other", place="/p").text
    assert LINE not in busy.context("おはよう", session_id="chat").text
    assert busy.host.meet_prompt("/compact", session_id="h2", place="/p").text == ""


@dataclass(frozen=True, slots=True)
class Occupied:
    """Marks that can be read while somebody else writes."""

    marks: Any
    told_in: Any

    def claim(self, persona_id: PersonaId, marks: Sequence[ReminderMark]) -> list[ReminderMark]:
        raise StoreBusy("home", seconds=0.05)


def test_while_others_write_a_due_thing_waits_for_the_next_turn(busy: Mind) -> None:
    look = busy._home.reminders.look(busy.persona)
    asked = AskedSection(
        persona=busy.persona,
        now=busy.now(),
        day=moment.day(busy.now(), tz=busy.persona.tz),
        oldest=moment.day(busy.now(), tz=busy.persona.tz),
        states=tuple(state for state in busy.beliefs.all() if state.kind is StateKind.TASK),
        session_id="a",
    )
    occupied = Occupied(look.marks.marks, look.marks.told_in)
    assert DueNow(TellDue(replace(look, marks=occupied)))(asked) == ()  # type: ignore[arg-type]
    assert len(DueNow(TellDue(look))(asked)) == 1
