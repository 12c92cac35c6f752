"""What the store of contexts promises, on every backend."""

from dataclasses import replace
from datetime import date

from omoide.adapters.sql.context.contexts import SqlShownContextStore, lines_of
from omoide.domain.context.composition import LeftOut, LeftOutReason, SectionShown
from omoide.domain.context.frozen import FrozenPart, ItemMark, SessionContext, TurnBlock
from omoide.domain.personas.persona import PersonaId
from omoide.domain.text.language import Language
from omoide.domain.time.moment import DAY_SECONDS, EARLIEST, Moment
from omoide.ports.context.store import HeldContext, ShownContextStore
from tests.contract.conftest import START, Stores

PART = FrozenPart(
    day=date(2026, 1, 1),
    budget_tokens=1_000,
    counted_by="o200k_base",
    language=Language.JA,
    text="<omoide-context>\n思い出。\n[メモ帳]\n- 土曜は歯医者\n</omoide-context>",
    tokens=40,
    since=START,
    marks=(ItemMark("notepad", "k", "- 土曜は歯医者"), ItemMark("notepad", "unseen")),
    sections=(SectionShown("notepad", 12, 1),),
    left_out=(LeftOut("notepad", "unseen", "牛乳", LeftOutReason.OVER_BUDGET),),
)
ONE = TurnBlock("f1", "<memories>\n…\n- [2026-01-01][mood] 静か\n</memories>", 20, (ItemMark("mood", "m", "- x"),))
TWO = TurnBlock("f2")


def store(stores: Stores) -> ShownContextStore:
    return SqlShownContextStore(stores.database)


def keep(
    contexts: ShownContextStore, haru: PersonaId, shown: SessionContext, *, at: Moment = START, session: str = "s"
) -> bool:
    before = contexts.read(haru, session)
    return contexts.keep(haru, session, shown, before=before, at=at, oldest=EARLIEST)


def test_a_session_nobody_composed_for_was_shown_nothing(stores: Stores) -> None:
    assert store(stores).read(stores.persona().id, "s") == HeldContext()


def test_what_a_session_was_shown_comes_back_as_it_was(stores: Stores) -> None:
    contexts, haru = store(stores), stores.persona().id
    assert keep(contexts, haru, SessionContext(PART, (ONE,)))
    assert contexts.read(haru, "s") == HeldContext(SessionContext(PART, (ONE,)), 1)
    held = contexts.read(haru, "s")
    assert contexts.keep(
        haru, "s", SessionContext(held.shown.frozen, (ONE, TWO)), before=held, at=START, oldest=EARLIEST
    )
    assert contexts.read(haru, "s") == HeldContext(SessionContext(PART, (ONE, TWO)), 2)
    assert contexts.read(haru, "t") == HeldContext()
    assert contexts.read(stores.persona("mio").id, "s") == HeldContext()


def test_blocks_that_are_no_longer_asked_for_go(stores: Stores) -> None:
    contexts, haru = store(stores), stores.persona().id
    keep(contexts, haru, SessionContext(PART, (ONE, TWO)))
    keep(contexts, haru, SessionContext(PART, (replace(ONE, fingerprint="other"),)))
    assert [block.fingerprint for block in contexts.read(haru, "s").shown.blocks] == ["other"]
    keep(contexts, haru, SessionContext(PART))
    assert contexts.read(haru, "s").shown == SessionContext(PART)


def test_of_two_who_compose_at_once_the_second_is_told(stores: Stores) -> None:
    contexts, haru = store(stores), stores.persona().id
    before = contexts.read(haru, "s")
    assert contexts.keep(haru, "s", SessionContext(PART, (ONE,)), before=before, at=START, oldest=EARLIEST)
    late = SessionContext(replace(PART, text="other"), (TWO,))
    assert not contexts.keep(haru, "s", late, before=before, at=START, oldest=EARLIEST)
    assert contexts.read(haru, "s").shown == SessionContext(PART, (ONE,))


def test_sessions_nobody_has_used_for_long_are_forgotten(stores: Stores) -> None:
    contexts, haru, mio = store(stores), stores.persona().id, stores.persona("mio").id
    for whose in (haru, mio):
        keep(contexts, whose, SessionContext(PART, (ONE,)), session="old")
    later = Moment(START + 40 * DAY_SECONDS)
    new = SessionContext(replace(PART, day=date(2026, 2, 10)), (ONE,))
    assert contexts.keep(haru, "new", new, before=HeldContext(), at=later, oldest=Moment(later - 30 * DAY_SECONDS))
    assert contexts.read(haru, "old") == HeldContext()
    assert contexts.read(mio, "old").version == 1
    assert contexts.read(haru, "new").shown == new


def test_every_line_that_was_shown_can_be_known_again(stores: Stores) -> None:
    contexts, haru = store(stores), stores.persona().id
    keep(contexts, haru, SessionContext(PART, (ONE, TWO)))
    with stores.database.reading() as connection:
        assert lines_of(connection, haru, "s") == ["土曜は歯医者", "[2026-01-01][mood] 静か"]
        assert lines_of(connection, haru, "t") == []


def test_a_block_of_a_memory_that_is_gone_is_not_kept(stores: Stores) -> None:
    contexts, haru = store(stores), stores.persona().id
    block = replace(ONE, marks=(ItemMark("memories", "memory:77", "- x"),))
    assert not keep(contexts, haru, SessionContext(PART, (block,)))


def test_sessions_are_listed_by_when_something_was_last_composed_for_them(stores: Stores) -> None:
    contexts, haru = store(stores), stores.persona().id
    keep(contexts, haru, SessionContext(PART, (ONE, TWO)), session="old")
    keep(contexts, haru, SessionContext(PART), session="new", at=Moment(START + DAY_SECONDS))
    keep(contexts, stores.persona("mio").id, SessionContext(PART), session="hers")
    found = contexts.recent(haru, limit=5)
    assert [(each.session_id, each.blocks, each.tokens) for each in found] == [("new", 0, 40), ("old", 1, 60)]
    assert [each.session_id for each in contexts.recent(haru, limit=1)] == ["new"]
