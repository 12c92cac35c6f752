"""Proposing is broken off, or somebody else does it at the same time: nothing is lost and nothing is there twice."""

from dataclasses import replace

import pytest

from omoide import Mind
from omoide.domain.entities.proposal import NewProposal, Proposal
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import PersonaId
from omoide.errors import ProposalNotFound
from tests.usecases.entities.test_proposing import TALK


class KilledError(Exception):
    """Stands for a kill."""


class DyingStore:
    """A store that dies after so many proposals."""

    def __init__(self, mind: Mind, *, after: int) -> None:
        self._store = mind._home.entities.proposals
        self._left = after

    def all(self, persona_id: PersonaId) -> list[Proposal]:
        return self._store.all(persona_id)

    def keep(self, persona_id: PersonaId, new: NewProposal, *, replaces: Proposal | None = None) -> bool:
        if not self._left:
            raise KilledError
        self._left -= 1
        return self._store.keep(persona_id, new, replaces=replaces)


@pytest.fixture
def talked(mind: Mind) -> Mind:
    for at, user, session in TALK:
        mind.observe(user=f"{user}。佐藤さんもいた。", assistant="うん。", at=at, session_id=session)
    mind.digest()
    return mind


def test_what_was_broken_off_goes_on(talked: Mind) -> None:
    propose = talked._home.entities.propose(talked.persona)
    dying = replace(propose, proposals=DyingStore(talked, after=1))  # type: ignore[arg-type]
    with pytest.raises(KilledError):
        dying(talked.persona)
    first = [each.proposal.name for each in talked.entities.proposals()]
    assert len(first) == 1
    report = propose(talked.persona)
    assert {*first, *report.made} >= {"田中さん", "佐藤さん"}
    assert set(first).isdisjoint(report.made)


def test_of_two_at_once_each_name_is_proposed_once(talked: Mind) -> None:
    propose = talked._home.entities.propose(talked.persona)
    kept: dict[str, Proposal] = {}
    found = propose.recurring(talked.persona, kept)  # both have looked
    propose(talked.persona)
    for each in found:
        new = NewProposal(each, (), talked.now(), each.event_ids)
        assert not talked._home.entities.proposals.keep(talked.persona.id, new)
    names = [each.proposal.name for each in talked.entities.proposals()]
    assert len(names) == len(set(names)) == len(found)


def test_a_proposal_accepted_twice_adds_no_line_twice(talked: Mind) -> None:
    talked.entities.propose()
    [found] = [each for each in talked.entities.proposals() if each.proposal.name == "田中さん"]
    handle = talked._home.entities.verbs(talked.persona).proposals
    first = handle._written(talked.persona, found, "田中さん", None, NoteAuthor.OWNER)
    assert [each.proposal.id for each in talked.entities.proposals()].count(
        found.proposal.id
    ) == 1  # killed before it was settled
    after = talked.entities.accept(found.proposal.id)
    assert (after.text, after.version) == (first.text, first.version)
    with pytest.raises(ProposalNotFound):
        talked.entities.dismiss(found.proposal.id)
