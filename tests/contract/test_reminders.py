"""What the store of reminders promises, on every backend."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from omoide.adapters.sql.beliefs.states import SqlBeliefStore
from omoide.adapters.sql.reminders.reminders import SqlReminderStore
from omoide.domain.beliefs.state import UNKEPT, Origin, State, StateChange, StateId, StateKind
from omoide.domain.personas.persona import PersonaId
from omoide.domain.reminders.reminder import DISMISSED, SNOOZED, ReminderMark
from omoide.domain.time.moment import Moment
from omoide.ports.reminders.store import ReminderStore
from tests.contract.conftest import START, Stores


def store(stores: Stores) -> ReminderStore:
    return SqlReminderStore(stores.database)


def task(stores: Stores, persona_id: PersonaId) -> StateId:
    new = StateChange(None, State(UNKEPT, StateKind.TASK, "書類を出す", {"due": "2026-01-01"}), "x", ())
    [kept] = SqlBeliefStore(stores.database).change(persona_id, [new], at=START, origin=Origin.PLAN)
    return kept.id


def mark(state_id: StateId, slot: str = "ahead", *, after: int = 0, session: str = "s") -> ReminderMark:
    return ReminderMark(state_id, START, slot, Moment(START + after), session)


def test_a_slot_is_claimed_once(stores: Stores) -> None:
    marks, haru = store(stores), stores.persona().id
    first, second = task(stores, haru), task(stores, haru)
    assert marks.claim(haru, [mark(first)]) == [mark(first)]
    assert marks.claim(haru, [mark(first, after=5, session="other"), mark(second)]) == [mark(second)]
    assert marks.claim(haru, []) == []
    assert marks.marks(haru, [first, second]) == [mark(first), mark(second)]
    assert marks.claim(haru, [replace(mark(first), due=Moment(START + 9))]) == [
        replace(mark(first), due=Moment(START + 9))
    ]


def test_of_many_who_claim_one_slot_one_gets_it(stores: Stores) -> None:
    haru = stores.persona().id
    wanted = [mark(task(stores, haru), session=f"s{number}") for number in range(8)]
    contested = [replace(one, state_id=wanted[0].state_id) for one in wanted]
    with ThreadPoolExecutor(8) as together:
        got = list(together.map(lambda one: store(stores).claim(haru, [one]), contested))
    assert sum(len(one) for one in got) == 1


def test_what_was_dismissed_is_not_claimed(stores: Stores) -> None:
    marks, haru = store(stores), stores.persona().id
    state_id = task(stores, haru)
    marks.put(haru, mark(state_id, DISMISSED))
    assert marks.claim(haru, [mark(state_id)]) == []
    marks.drop(haru, state_id, [DISMISSED, SNOOZED])
    assert marks.claim(haru, [mark(state_id)]) == [mark(state_id)]


def test_a_mark_is_put_in_place_of_the_one_before(stores: Stores) -> None:
    marks, haru = store(stores), stores.persona().id
    state_id = task(stores, haru)
    for until in (START + 10, START + 20):
        marks.put(haru, replace(mark(state_id, SNOOZED), until=Moment(until)))
    assert [one.until for one in marks.marks(haru, [state_id])] == [START + 20]
    assert marks.told_in(haru, "s") == []


def test_a_session_knows_what_it_was_told_in_order(stores: Stores) -> None:
    marks, haru = store(stores), stores.persona().id
    state_id = task(stores, haru)
    late, early = mark(state_id, "2026-01-02", after=90), mark(state_id, after=10)
    marks.claim(haru, [late, early, mark(state_id, "2026-01-03", session="other")])
    assert marks.told_in(haru, "s") == [early, late]


def test_nothing_of_one_persona_is_seen_or_changed_by_another(stores: Stores) -> None:
    marks, haru, natsu = store(stores), stores.persona().id, stores.persona("natsu").id
    state_id = task(stores, haru)
    marks.claim(haru, [mark(state_id)])
    assert marks.marks(natsu, [state_id]) == marks.told_in(natsu, "s") == []
    assert marks.claim(natsu, [mark(state_id, "other")]) == []
    marks.put(natsu, mark(state_id, DISMISSED))
    marks.drop(natsu, state_id, ["ahead"])
    assert marks.marks(haru, [state_id]) == [mark(state_id)]
    assert marks.claim(haru, [mark(StateId(state_id + 999))]) == []
