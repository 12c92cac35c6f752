"""What the stores of receipts and of "not that" promise, on every backend."""

from dataclasses import replace

from omoide.adapters.sql.recall.receipts.demotions import SqlDemotionStore
from omoide.adapters.sql.recall.receipts.receipts import SqlReceiptStore
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.receipts.feedback import Demotion, DemotionId
from omoide.domain.recall.receipts.receipt import Asker, Fate, ItemRef, RecallCandidate, RecallId, RecallReceipt
from omoide.domain.time.moment import EARLIEST, Moment
from omoide.ports.recall.receipts import DemotionStore, ReceiptStore
from tests.contract.conftest import START, Stores

ITEM = ItemRef("event", "1")


def receipt(cue: str, *, after: int = 0, session: str = "s") -> RecallReceipt:
    found = (RecallCandidate(ITEM, 0.5, Fate.SHOWN, {"words": 0.25}, ("猫",)), RecallCandidate(ITEM, 0.1, "new"))
    at = Moment(START + after)
    return RecallReceipt(cue, at, Asker.HOOK, found, 9, 12.5, session, "garden", {"search": True, "words": ["猫"]})


def keep(
    store: ReceiptStore,
    who: PersonaId,
    *kept: RecallReceipt,
    most: int = 100,
    oldest: Moment = EARLIEST,
    stamp: int = 0,
) -> int:
    return store.keep(who, kept, oldest=oldest, most=most, unless_erased_since=stamp)


def receipts(stores: Stores) -> ReceiptStore:
    return SqlReceiptStore(stores.database.hurried(patience_ms=50).unhurried_to_disk())


def test_what_was_kept_is_read_as_it_was_the_newest_first(stores: Stores) -> None:
    store, haru = receipts(stores), stores.persona().id
    assert keep(store, haru, receipt("b", after=5), receipt("a"), receipt("c", after=5)) == 0
    found = store.recent(haru, limit=10)
    assert [each.cue for each in found] == ["c", "b", "a"]
    assert [replace(each, id=RecallId(0)) for each in found[1:]] == [receipt("b", after=5), receipt("a")]
    assert store.get(haru, found[0].id) == found[0]
    assert store.get(haru, RecallId(999)) is None
    assert [each.cue for each in store.recent(haru, limit=1)] == ["c"]


def test_a_session_has_its_own(stores: Stores) -> None:
    store, haru = receipts(stores), stores.persona().id
    keep(store, haru, receipt("a"), receipt("b", session="t"), receipt("c", after=1))
    assert [each.cue for each in store.recent(haru, limit=9, session_id="t")] == ["b"]
    assert [each.cue for each in store.recent(haru, limit=9, session_id="s")] == ["c", "a"]


def test_too_old_and_too_many_go_with_the_next_ones(stores: Stores) -> None:
    store, haru, natsu = receipts(stores), stores.persona().id, stores.persona("natsu").id
    keep(store, natsu, receipt("hers"))
    for number in range(6):
        keep(store, haru, receipt(str(number), after=number), most=4)
    assert [each.cue for each in store.recent(haru, limit=9)] == ["5", "4", "3", "2"]
    keep(store, haru, receipt("same second", after=5), most=2)
    assert [each.cue for each in store.recent(haru, limit=9)] == ["same second", "5"]
    keep(store, haru, oldest=Moment(START + 99))
    assert store.recent(haru, limit=9) == []
    assert [each.cue for each in store.recent(natsu, limit=9)] == ["hers"]


def test_whoever_keeps_nothing_and_has_nothing_too_old_writes_nothing(stores: Stores) -> None:
    store, haru = receipts(stores), stores.persona().id
    keep(store, haru, receipt("a"))
    if stores.is_on_a_server:
        asked = ["SELECT string_agg(xmin::text, ',') FROM recall_receipts", "SHOW synchronous_commit"]
    else:
        asked = ["PRAGMA data_version", "PRAGMA synchronous"]  # the disk is waited for again by everybody else
    with stores.database.reading() as looking:
        before = [looking.exec_driver_sql(each).scalar() for each in asked]
    keep(store, haru)
    with stores.database.reading() as looking:
        assert [looking.exec_driver_sql(each).scalar() for each in asked] == before


def test_nothing_is_kept_of_a_persona_that_is_gone_or_another(stores: Stores) -> None:
    store, haru = receipts(stores), stores.persona().id
    keep(store, PersonaId(haru + 5), receipt("a"))
    keep(store, haru, receipt("b"))
    assert store.recent(PersonaId(haru + 5), limit=9) == []
    assert store.get(PersonaId(haru + 5), store.recent(haru, limit=1)[0].id) is None


def denied(cue: str = "猫の名前は？", item: ItemRef = ITEM) -> Demotion:
    return Demotion(item, cue, START, "space", b"\x00\x00\x80?")


def test_a_demotion_is_kept_once_listed_and_taken_back(stores: Stores) -> None:
    store: DemotionStore = SqlDemotionStore(stores.database)
    haru, natsu = stores.persona().id, stores.persona("natsu").id
    first = store.add(haru, denied())
    assert first == replace(denied(), id=first.id)
    assert store.add(haru, replace(denied("猫の名前は"), at=Moment(START + 9))) == first
    second, third = store.add(haru, denied("犬は？")), store.add(haru, denied(item=ItemRef("event", "2")))
    assert store.all(haru) == [first, second, third]
    assert store.all(natsu) == []
    assert store.drop(natsu, first.id) is None
    assert store.drop(haru, first.id) == first
    assert store.drop(haru, first.id) is None
    assert store.drop(haru, DemotionId(999)) is None
    assert store.all(haru) == [second, third]
