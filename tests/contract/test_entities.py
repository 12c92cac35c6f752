"""What the stores of entities and proposals promise, on every backend."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.adapters.sql.entities.entities import SqlEntityStore
from omoide.adapters.sql.entities.proposals import SqlProposalStore
from omoide.adapters.sql.entities.reading import SqlNameReading
from omoide.domain.entities.entity import UNKEPT, Entity
from omoide.domain.entities.proposal import (
    DraftLine,
    NewProposal,
    Proposal,
    ProposalId,
    ProposalStatus,
    RecurringName,
    SpelledName,
)
from omoide.domain.entities.revision import EntityAct
from omoide.domain.events.event import Annotations, EntityKind, EventId, Mention, Turn
from omoide.domain.memories.memory import MemoryId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.notes.revision import text_at
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import EntityMoved, NameTaken
from omoide.ports.entities.proposals import ProposalStore
from omoide.ports.entities.reading import NameReading
from omoide.ports.entities.store import EntityEdit, EntityStore
from omoide.ports.events.store import LogEntry
from tests.contract.conftest import START, Stores

MIO = Entity(UNKEPT, "美緒", ("みお",), "- 写真が好き\n")


def store(stores: Stores) -> EntityStore:
    return SqlEntityStore(stores.database)


def proposals(stores: Stores) -> ProposalStore:
    return SqlProposalStore(stores.database)


def edit(entity: Entity, act: EntityAct = EntityAct.WRITE, **fields: object) -> EntityEdit:
    return EntityEdit(entity, act, NoteAuthor.PERSONA, **fields)  # type: ignore[arg-type]


def said(stores: Stores, persona_id: PersonaId, *names: str, at: Moment = START, session: str = "s") -> EventId:
    [kept] = stores.events.append(persona_id, [LogEntry(Turn(user="…", session_id=session), at, ())])
    mentions = tuple(Mention(EntityKind.PERSON, name, 0.9) for name in names)
    stores.events.annotate(persona_id, {kept.event.id: Annotations(entities=mentions)})
    return kept.event.id


def test_an_entity_is_kept_with_its_names_and_found_by_each(stores: Stores) -> None:
    entities, haru = store(stores), stores.persona().id
    [kept] = entities.edit(haru, [edit(MIO, reason="頼まれた")], at=START)
    assert (kept.version, kept.created, kept.changed) == (1, START, START)
    assert entities.all(haru) == [kept]
    assert entities.named(haru, "美緒") == entities.named(haru, "みお") == kept
    assert entities.named(haru, "ミオ") is None  # keys are folded by whoever asks
    [step] = entities.revisions(haru, kept.id)
    assert (step.version, step.act, step.author, step.reason, step.names) == (
        1, EntityAct.WRITE, NoteAuthor.PERSONA, "頼まれた", ("美緒", "みお"),
    )  # fmt: skip


def test_of_two_edits_of_one_version_the_second_is_told_and_nothing_is_lost(stores: Stores) -> None:
    entities, haru = store(stores), stores.persona().id
    [kept] = entities.edit(haru, [edit(MIO)], at=START)
    entities.edit(haru, [edit(replace(kept, text="- a\n"))], at=Moment(START + 60))
    with pytest.raises(EntityMoved, match="at version 2, and this edit was made of version 1"):
        entities.edit(haru, [edit(replace(kept, text="- b\n"))], at=START)
    with pytest.raises(EntityMoved):
        entities.remove(haru, kept)
    [now] = entities.all(haru)
    assert (now.text, now.created, now.changed) == ("- a\n", START, Moment(START + 60))


def test_a_name_is_one_entitys_and_edits_are_kept_all_or_none(stores: Stores) -> None:
    entities, haru = store(stores), stores.persona().id
    [mio] = entities.edit(haru, [edit(MIO)], at=START)
    with pytest.raises(NameTaken, match="'ミオ' is a name of '美緒'"):
        entities.edit(haru, [edit(Entity(UNKEPT, "真奈")), edit(Entity(UNKEPT, "ミオ"))], at=START)
    assert entities.all(haru) == [mio]


def test_two_become_one_in_one_step(stores: Stores) -> None:
    entities, haru = store(stores), stores.persona().id
    mio, mana = entities.edit(haru, [edit(MIO), edit(Entity(UNKEPT, "真奈", text="- 姉\n"))], at=START)
    away = replace(mana, merged_into=mio.id, archived=START)
    whole = replace(mio, aliases=("みお", "真奈"), text=mio.text + mana.text)
    entities.edit(haru, [edit(away, EntityAct.MERGE), edit(whole, EntityAct.MERGE)], at=START)
    found = entities.named(haru, "真奈")
    assert found is not None
    assert (found.id, found.names) == (mio.id, ("美緒", "みお", "真奈"))
    gone = entities.all(haru)[1]
    assert (gone.merged_into, gone.names, gone.text) == (mio.id, (), "- 姉\n")


def test_an_entity_that_is_removed_leaves_its_names_free(stores: Stores) -> None:
    entities, haru = store(stores), stores.persona().id
    event_id = said(stores, haru, "美緒")
    [kept] = entities.edit(haru, [edit(MIO, evidence={"k": (event_id,)})], at=START)
    entities.remove(haru, kept)
    assert entities.all(haru) == []
    assert entities.revisions(haru, kept.id) == []
    entities.edit(haru, [edit(MIO)], at=START)


def test_evidence_is_added_and_a_turn_that_is_not_there_refuses_the_edit(stores: Stores) -> None:
    entities, haru, natsu = store(stores), stores.persona().id, stores.persona("natsu").id
    one, two = said(stores, haru, "美緒"), said(stores, haru, "美緒")
    [kept] = entities.edit(haru, [edit(MIO, evidence={"a": (one,), "b": (one, two)})], at=START)
    entities.edit(haru, [edit(kept, evidence={"a": (one, two, two)})], at=START)
    assert entities.evidence(haru, kept.id) == {"a": (one, two), "b": (one, two)}
    assert entities.evidence(natsu, kept.id) == {}
    foreign = said(stores, natsu, "美緒")
    with pytest.raises(EntityMoved):
        entities.edit(haru, [edit(replace(kept, version=2), evidence={"a": (foreign,)})], at=START)


def test_what_was_consolidated_is_noted_for_its_version_only(stores: Stores) -> None:
    entities, haru = store(stores), stores.persona().id
    [kept] = entities.edit(haru, [edit(MIO)], at=START)
    entities.note_consolidated(haru, kept, "hash")
    assert entities.all(haru)[0].consolidated == "hash"
    assert entities.all(haru)[0].version == 1
    entities.note_consolidated(haru, replace(kept, version=9), "other")
    assert entities.all(haru)[0].consolidated == "hash"


def test_entities_of_one_persona_are_not_anothers(stores: Stores) -> None:
    entities, haru, natsu = store(stores), stores.persona().id, stores.persona("natsu").id
    [kept] = entities.edit(haru, [edit(MIO)], at=START)
    assert entities.all(natsu) == []
    assert entities.named(natsu, "美緒") is None
    assert entities.revisions(natsu, kept.id) == []
    with pytest.raises(EntityMoved):
        entities.edit(natsu, [edit(kept)], at=START)
    entities.edit(natsu, [edit(MIO)], at=START)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
@given(
    texts=st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30), max_size=6
    )
)
def test_any_text_that_was_kept_comes_back_byte_by_byte(stores: Stores, texts: list[str]) -> None:
    entities, haru = store(stores), PersonaId(stores.persona(f"p{len(stores.personas.all())}").id)
    now = Entity(UNKEPT, "x")
    for text in texts:
        [now] = entities.edit(haru, [edit(replace(now, text=text))], at=START)
    steps = entities.revisions(haru, now.id)
    assert [text_at(steps, version) for version in range(1, len(texts) + 1)] == texts


def recurring(*event_ids: EventId, days: int = 2, name: str = "美緒") -> RecurringName:
    return RecurringName(name, name, EntityKind.PERSON, None, days, 1, event_ids, START)


def new(found: RecurringName, *, at: Moment = START, by: str = "") -> NewProposal:
    draft = (DraftLine("- 写真が好き", found.event_ids),) if by else ()
    return NewProposal(found, (MemoryId(7),), at, found.event_ids, draft, by)


def kept_proposal(stores: Stores, haru: PersonaId) -> Proposal:
    assert proposals(stores).keep(haru, new(recurring(said(stores, haru, "美緒")), by="model"))
    [found] = proposals(stores).all(haru)
    return found


def test_a_proposal_is_kept_once_for_a_name_and_renewed_as_it_was_read(stores: Stores) -> None:
    store_, haru = proposals(stores), stores.persona().id
    found = kept_proposal(stores, haru)
    assert (found.name, found.status, found.uses, found.memory_ids, found.by) == (
        "美緒", ProposalStatus.PENDING, 1, (7,), "model",
    )  # fmt: skip
    again = new(recurring(said(stores, haru, "美緒"), days=3))
    assert not store_.keep(haru, again)
    assert store_.keep(haru, again, replaces=found)
    assert not store_.keep(haru, again, replaces=found)
    [renewed] = store_.all(haru)
    assert (renewed.id, renewed.days, renewed.draft) == (found.id, 3, ())


def test_a_proposal_of_a_turn_that_is_not_there_is_not_kept(stores: Stores) -> None:
    haru = stores.persona().id
    assert not proposals(stores).keep(haru, new(recurring(EventId(99))))
    assert proposals(stores).all(haru) == []


def test_a_proposal_is_settled_once_and_keeps_nothing_of_turns(stores: Stores) -> None:
    store_, haru, natsu = proposals(stores), stores.persona().id, stores.persona("natsu").id
    found = kept_proposal(stores, haru)
    assert store_.settle(natsu, found.id, ProposalStatus.ACCEPTED, at=START) is None
    settled = store_.settle(haru, found.id, ProposalStatus.DISMISSED, at=Moment(START + 5))
    assert settled is not None
    assert (settled.status, settled.settled, settled.draft, settled.memory_ids) == (
        ProposalStatus.DISMISSED, START + 5, (), (),
    )  # fmt: skip
    assert store_.settle(haru, found.id, ProposalStatus.ACCEPTED, at=START) is None


def test_a_name_that_is_not_to_be_proposed_is_noted_whether_it_was_or_not(stores: Stores) -> None:
    store_, haru = proposals(stores), stores.persona().id
    kept_proposal(stores, haru)
    store_.refuse_name(haru, "美緒", "美緒", at=START)
    store_.refuse_name(haru, "健太", "健太", at=START)
    assert [(each.name, each.status) for each in store_.all(haru)] == [
        ("美緒", ProposalStatus.DISMISSED), ("健太", ProposalStatus.DISMISSED),
    ]  # fmt: skip


def test_a_session_is_told_once_and_always_the_same(stores: Stores) -> None:
    store_, haru = proposals(stores), stores.persona().id
    found = kept_proposal(stores, haru)
    assert store_.untold(haru) == [found]
    assert store_.tell(haru, "a", [(found.id, "line")], at=START) == [(found.id, "line")]
    assert store_.tell(haru, "a", [(found.id, "another")], at=START) == [(found.id, "line")]
    assert store_.told(haru, "a") == [(found.id, "line")]
    assert store_.told(haru, "b") == []
    assert store_.untold(haru) == []
    assert store_.tell(haru, "c", [(ProposalId(99), "gone")], at=START) == []


def test_what_was_renewed_since_it_was_told_is_told_again(stores: Stores) -> None:
    store_, haru = proposals(stores), stores.persona().id
    found = kept_proposal(stores, haru)
    store_.tell(haru, "a", [(found.id, "line")], at=START)
    later = new(recurring(said(stores, haru, "美緒"), days=3), at=Moment(START + 60))
    assert store_.keep(haru, later, replaces=found)
    assert [each.id for each in store_.untold(haru)] == [found.id]
    assert store_.told(haru, "a") == [(found.id, "line")]


def test_names_are_read_out_of_turns_of_this_persona_only(stores: Stores) -> None:
    reading: NameReading = SqlNameReading(stores.database)
    haru, natsu = stores.persona().id, stores.persona("natsu").id
    one = said(stores, haru, "美緒さん", "京都")
    two = said(stores, haru, "美緒さん", at=Moment(START + 60), session="t")
    said(stores, natsu, "美緒さん", "健太")
    assert sorted(reading.spellings(haru), key=lambda each: each.turns) == [
        SpelledName("京都", 1, START), SpelledName("美緒さん", 2, Moment(START + 60)),
    ]  # fmt: skip
    uses = reading.uses(haru, ["美緒さん", "健太"])
    assert [(use.event_id, use.at, use.session_id, use.kind) for use in uses] == [
        (one, START, "s", EntityKind.PERSON), (two, START + 60, "t", EntityKind.PERSON),
    ]  # fmt: skip
    assert reading.uses(haru, []) == []
    assert reading.believed_names(haru) == []
    assert reading.strongest(haru, [one, two], limit=5) == []
    assert reading.session_began(haru, "t") == START + 60
    assert reading.session_began(haru, "nosuch") is None
