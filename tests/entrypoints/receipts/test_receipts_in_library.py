"""What is kept of recalls, through the Python door: `mind.recalls`, `mind.why`."""

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql.recall.receipts.tables import recall_receipts
from omoide.domain.recall.receipts.receipt import Asker, Fate
from omoide.errors import InvalidInput, RecallNotFound

CAT, DOG = "うちの猫の名前はモモだよ", "犬の名前はポチがいいな"
CUE = "猫の名前、なんだっけ"


@pytest.fixture
def known(mind: Mind) -> Mind:
    for said in (CAT, DOG, "昨日はカレーを作った", "新しい自転車を買った"):
        mind.observe(user=said, assistant="うん", session_id="old")
    mind.settle()
    return mind


def rows(mind: Mind) -> int:
    with mind._home.foundation.database.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(recall_receipts)).scalar_one())


def test_a_recall_is_kept_with_what_was_found_and_shown(known: Mind) -> None:
    hits = known.recall(CUE)
    [receipt] = known.recalls()
    assert (receipt.cue, receipt.asked_by, receipt.plan, receipt.at) == (CUE, Asker.LIBRARY, None, known.now())
    assert [each.item.id for each in receipt.shown] == [str(hit.event.id) for hit in hits]
    assert [each.score for each in receipt.shown] == [round(hit.score, 3) for hit in hits]
    first, why = receipt.shown[0], hits[0].why
    assert first.words == why.matched
    assert first.parts["words"] == round(why.words, 3)
    assert receipt.milliseconds > 0
    assert receipt.found >= len(receipt.candidates) > len(receipt.shown)
    assert {each.fate for each in receipt.not_shown} <= {Fate.WEAK, Fate.OVER_LIMIT}


def test_the_limit_is_why_the_next_one_was_not_shown(known: Mind) -> None:
    known.recall("名前", limit=1)
    [receipt] = known.recalls()
    assert len(receipt.shown) == 1
    assert Fate.OVER_LIMIT in {each.fate for each in receipt.not_shown}


def test_a_recall_that_found_nothing_and_a_greeting_are_kept_too(known: Mind) -> None:
    assert known.recall("quantum chromodynamics lattice") == []
    assert known.recall("おはよう") == []
    assert known.recall("   ") == []
    greeting, nothing = known.recalls()
    assert (greeting.cue, greeting.plan) == ("おはよう", {"search": False})
    assert "あいさつ" in known.why().text
    assert nothing.shown == ()
    assert {each.fate for each in nothing.candidates} <= {Fate.BELOW_FLOOR, Fate.UNANSWERABLE}


def test_why_tells_the_last_recall_one_by_number_and_one_thing_in_it(known: Mind) -> None:
    known.recall("カレー")
    hits = known.recall(CUE)
    assert CAT in known.why().text
    older = known.recalls()[1]
    assert "カレー" in known.why(older.id).text
    assert known.why("last").receipt == known.recalls()[0]
    about = known.why(hits[0])
    assert about.about is not None
    assert CAT in about.text
    assert "意味が近い" in about.text
    assert "「猫の名前」が重なる" in about.text
    assert known.why(f"event:{hits[0].event.id}").receipt == known.recalls()[0]
    with pytest.raises(RecallNotFound):
        known.why(9999)
    with pytest.raises(RecallNotFound):
        known.why("event:9999")
    with pytest.raises(InvalidInput):
        known.why("no such thing")


def test_without_any_recall_there_is_nothing_to_explain(mind: Mind) -> None:
    assert mind.recalls() == []
    with pytest.raises(RecallNotFound, match="receipts_days"):
        mind.why()


def test_memories_that_came_to_mind_are_kept_by_their_turn(known: Mind) -> None:
    found = known.memories.recall(CUE, session_id="s9")
    [receipt] = known.recalls(session_id="s9")
    assert [each.item.kind for each in receipt.shown] == ["event"] * len(found)
    assert receipt.shown[0].parts["retention"] == pytest.approx(found[0].why.retention, abs=0.01)
    about = known.why(found[0])
    assert "記憶がどれだけ残っているか" in about.text
    assert known.why(found[0].memory.label).receipt == receipt


def test_a_context_leaves_a_receipt_of_its_turn_and_a_preview_does_not(known: Mind) -> None:
    asked = [{"role": "user", "content": CUE}]
    known.context(asked, session_id="s2", preview=True)
    assert known.recalls() == []
    context = known.context(asked, session_id="s2")
    known.context(asked, session_id="s2")  # the same turn again: nothing is recalled
    [receipt] = known.recalls()
    assert (receipt.asked_by, receipt.session_id, receipt.cue) == (Asker.CONTEXT, "s2", CUE)
    assert CAT in context.block
    assert CAT in known.why().text.split("\n")[2]
    known.context(
        [*asked, {"role": "assistant", "content": "モモ"}, {"role": "user", "content": "猫の名前は？"}], session_id="s2"
    )
    assert Fate.SHOWN_BEFORE in {each.fate for each in known.recalls()[0].not_shown}


def test_a_prompt_of_a_host_says_what_was_injected_where(known: Mind) -> None:
    met = known.host.meet_prompt(CUE, session_id="s3", place="/home/me/garden")
    [receipt] = known.recalls()
    assert (receipt.asked_by, receipt.session_id, receipt.client_id) == (Asker.HOOK, "s3", "/home/me/garden")
    assert CAT in met.text
    told = known.why().text
    assert CAT in told
    assert "garden" in told
    quick = known.host.meet_prompt(CUE, session_id="s4", by_words_alone=True)
    assert CAT in quick.text
    assert known.recalls()[0].shown[0].item == receipt.shown[0].item
    known.host.meet_prompt(CUE, session_id="s3", told=met.keys)
    assert known.recalls()[0].not_shown[0].fate == Fate.SHOWN_BEFORE
    known.host.meet_prompt("準備", is_warming_up=True)
    known.host.meet_prompt("/clear", session_id="s3")
    assert len(known.recalls()) == 3


def test_secrets_are_masked_and_what_is_never_recorded_leaves_nothing(known: Mind) -> None:
    key = "sk-" + "a1B2c3D4" * 6
    known.recall(f"my key is {key} 猫")
    assert key not in known.recalls()[0].cue
    known.set("privacy.never_record", '["Rosalind"]')
    known.recall("Rosalind の猫")
    assert len(known.recalls()) == 1
    known.recall("x" * 50_000)
    assert len(known.recalls()[0].cue) <= 1_000
    known.recall("half a pair \ud800 of surrogates")
    assert len(known.recalls()) == 3


def test_they_are_kept_for_days_and_none_when_none_is_wanted(known: Mind, clock: SimulatedClock) -> None:
    known.recall(CUE)
    known.recalls()
    clock.advance(days=15)
    assert known.recalls() == []
    with pytest.raises(RecallNotFound):
        known.why()
    assert rows(known) == 1
    known.recall("カレー")
    assert [each.cue for each in known.recalls()] == ["カレー"]
    assert rows(known) == 1
    known.set("recall.receipts_days", "0")
    known.recall(CUE)
    assert known.recalls() == []
    assert rows(known) == 0


def test_closing_keeps_what_waits(opened: Callable[..., Omoide]) -> None:
    with opened() as omoide:
        omoide.persona("haru").recall("猫")
    assert [each.cue for each in opened().mind("haru").recalls()] == ["猫"]


def test_each_persona_has_its_own(opened: Callable[..., Omoide]) -> None:
    omoide = opened()
    haru, natsu = omoide.persona("haru"), omoide.persona("natsu")
    haru.recall("猫")
    assert natsu.recalls() == []
    with pytest.raises(RecallNotFound):
        natsu.why(haru.recalls()[0].id)


def test_ranking_and_searching_leave_no_receipt(known: Mind) -> None:
    known.rank(CUE)
    known.memories.search(CUE)
    assert known.recalls() == []
