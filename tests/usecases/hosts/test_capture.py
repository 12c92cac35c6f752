"""Turns become events, each for itself: what is wrong with one costs no other."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from omoide import Omoide
from omoide.domain.events.event import Turn
from omoide.domain.hosts.transcript import TranscriptTurn
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import StoreUnavailable
from omoide.ports.events.store import KeptEvent
from omoide.usecases.events.observe import Observe
from omoide.usecases.hosts.capture import Capture
from tests.entrypoints.hooks.spooling import line


class Picky(Observe):
    """Keeps turns, but for one word that it stumbles over."""

    __slots__ = ()
    error: Exception = ValueError("nobody expected this")

    def __call__(self, persona_id: PersonaId, turns: Sequence[tuple[Turn, Moment | None]]) -> list[KeptEvent]:
        if any("stumble" in turn.user for turn, _ in turns):
            raise self.error
        return Observe.__call__(self, persona_id, turns)


class Away(Picky):
    __slots__ = ()
    error = StoreUnavailable("away")


def picky(omoide: Omoide, kind: type[Picky]) -> tuple[Capture, PersonaId]:
    mind = omoide.persona("claude")
    capture = mind._home.hosts.capture(mind.persona)
    observe = capture.observe
    return replace(capture, observe=kind(observe.events, observe.clock)), mind.persona.id


def spoken(words: str) -> TranscriptTurn:
    return TranscriptTurn(words, words, "yes", Moment(1_772_355_600), "s", "/p")


def test_one_bad_turn_in_a_thousand_loses_only_itself_and_is_counted(opened: Callable[..., Omoide]) -> None:
    capture, persona_id = picky(opened(), Picky)
    turns = [spoken(f"word {number}") for number in range(1_000)]
    turns[500] = spoken("stumble")
    done = capture(persona_id, turns, source="hook")
    assert (len(done.events), done.refused) == (999, 1)


def test_a_store_that_is_away_costs_no_turn(opened: Callable[..., Omoide]) -> None:
    capture, persona_id = picky(opened(), Away)
    with pytest.raises(StoreUnavailable):
        capture(persona_id, [spoken("a"), spoken("stumble")], source="hook")


@pytest.mark.parametrize("odd", ["a\x00b", "a\ud800b"])
def test_what_no_database_can_hold_is_mended_in_every_field(opened: Callable[..., Omoide], odd: str) -> None:
    turn = TranscriptTurn("key", odd, odd, None, odd, f"/{odd}")
    [event] = opened().persona("claude").host.capture([turn])
    assert (event.user, event.assistant, event.session_id, event.client_id) == ("a\ufffdb",) * 3 + ("/a\ufffdb",)


def test_a_log_is_read_on_behind_a_turn_that_cannot_be_kept(opened: Callable[..., Omoide], tmp_path: Path) -> None:
    omoide = opened()
    capture, persona_id = picky(omoide, Picky)
    mind = omoide.mind("claude")
    take_in = replace(mind._home.hosts.take_in_log(mind.persona), capture=capture, batch=2)
    log = tmp_path / "log.jsonl"
    words = ["one", "two", "stumble", "four", "five", "last"]
    log.write_text("".join(line("user", word) + line("assistant", f"re {word}") for word in words))
    taken = take_in(persona_id, log, end=None, source="hook")
    assert (taken.new, taken.refused) == (4, 1)  # the last one may still go on
    assert [event.user for event in mind.log()] == ["one", "two", "four", "five"]
