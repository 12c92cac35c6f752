"""The shadow: names that recur are proposed, told at the next conversation, accepted or dismissed."""

import pytest

from omoide import Mind, SimulatedClock
from omoide.domain.entities.proposal import ProposalStatus
from omoide.domain.notes.note import NoteAuthor
from omoide.errors import InvalidInput, ProposalNotFound

TALK = (
    ("2026-03-20T20:00", "田中さんと嵐山で写真を撮った", "s1"),
    ("2026-03-21T20:00", "田中さんから手紙が来てすごく嬉しかった！", "s2"),
    ("2026-03-22T20:00", "今日は雨だった", "s3"),
)


@pytest.fixture
def talked(mind: Mind) -> Mind:
    """A mind to which somebody was named on two days."""
    for at, user, session in TALK:
        mind.observe(user=user, assistant="そうなんだ。", at=at, session_id=session)
    return mind


def names(mind: Mind) -> list[str]:
    return [each.proposal.name for each in mind.entities.proposals()]


def test_a_name_that_recurs_is_proposed_with_its_memories_and_a_second_run_finds_nothing(talked: Mind) -> None:
    assert "田中さん" in talked.entities.propose().made
    found = next(each for each in talked.entities.proposals() if each.proposal.name == "田中さん")
    assert (found.proposal.days, found.proposal.uses, found.proposal.entity_id) == (2, 2, None)
    assert {memory.event_id for memory in found.memories} == {event.id for event in talked.log()[:2]}
    assert [line.evidence for line in found.lines] == [(memory.event_id,) for memory in found.memories]
    assert all(line.text.startswith("- 2026-03-2") for line in found.lines)
    again = talked.entities.propose()
    assert (again.made, again.renewed) == ((), ())
    assert len(talked.entities.proposals()) == len(names(talked))


def test_a_name_said_in_one_session_of_one_day_is_not_proposed(mind: Mind) -> None:
    for minute in range(3):
        mind.observe(user="田中さんの話", assistant="うん。", at=f"2026-03-20T20:0{minute}", session_id="s1")
    mind.entities.propose()
    assert names(mind) == []


def test_after_a_night_names_are_proposed_by_themselves(talked: Mind, clock: SimulatedClock) -> None:
    talked.settle()
    assert "田中さん" in names(talked)
    before = [each.proposal for each in talked.entities.proposals()]
    clock.advance(days=1)
    talked.settle()
    assert [each.proposal for each in talked.entities.proposals()] == before


def test_what_is_accepted_is_written_with_the_turns_it_rests_on(talked: Mind) -> None:
    talked.entities.propose()
    found = next(each for each in talked.entities.proposals() if each.proposal.name == "田中さん")
    made = talked.entities.accept(found.proposal.id, name="田中")
    assert made.name == "田中"
    assert made.text == "".join(f"{line.text}\n" for line in found.lines)
    assert talked.entities.history("田中")[0].author is NoteAuthor.OMOIDE
    assert sorted(talked._home.entities.store.evidence(talked.persona.id, made.id).values()) == [
        (event.id,) for event in talked.log()[:2]
    ]
    with pytest.raises(ProposalNotFound, match=f"no open proposal {found.proposal.id}"):
        talked.entities.accept(found.proposal.id)
    talked.entities.propose()
    assert "田中さん" not in names(talked)


def test_what_is_accepted_under_another_name_goes_by_both(talked: Mind) -> None:
    talked.entities.propose()
    [found] = [each for each in talked.entities.proposals() if each.proposal.name == "田中さん"]
    made = talked.entities.accept(found.proposal.id, name="写真の先生", text="- 私の言葉で", by="persona")
    assert (made.names, made.text) == (("写真の先生", "田中さん"), "- 私の言葉で\n")
    assert talked.entities.propose().made == ()


def test_what_is_dismissed_is_not_proposed_again(talked: Mind) -> None:
    talked.entities.propose()
    for each in talked.entities.proposals():
        assert talked.entities.dismiss(each.proposal.id).status is ProposalStatus.DISMISSED
        with pytest.raises(ProposalNotFound):
            talked.entities.dismiss(each.proposal.id)
    talked.observe(user="田中さんがまた来た", assistant="うん。", at="2026-03-25T20:00", session_id="s9")
    assert talked.entities.propose().made == ()
    assert talked.entities.proposals() == []
    assert talked.entities.proposals(status="dismissed")[0].lines == ()


def test_what_is_removed_is_not_proposed_again(talked: Mind) -> None:
    talked.entities.propose()
    talked.entities.write("田中", "- x")
    talked.entities.remove("田中")
    talked.observe(user="田中さんがまた来た", assistant="うん。", at="2026-03-25T20:00", session_id="s9")
    talked.entities.propose()
    assert "田中さん" not in names(talked)


def test_of_a_known_entity_there_is_news_when_it_is_named_on_new_days(talked: Mind, clock: SimulatedClock) -> None:
    talked.entities.write("田中", "- 写真の人", by="persona")
    assert "田中さん" not in talked.entities.propose().made
    for _ in range(2):
        clock.advance(days=1)
        talked.observe(user="田中さんが新しいカメラを買った", assistant="うん。", session_id=f"n{clock.now()}")
    assert talked.entities.propose().made == ("田中さん",)
    [found] = [each for each in talked.entities.proposals() if each.proposal.name == "田中さん"]
    assert found.proposal.entity_id == talked.entities.get("田中").entity.id
    after = talked.entities.accept(found.proposal.id)
    assert after.text.startswith("- 写真の人\n- 2026-03-3")
    assert after.name == "田中"
    assert talked.entities.propose().made == ()


def test_more_said_on_other_days_renews_what_waits(talked: Mind) -> None:
    talked.entities.propose()
    [before] = [each for each in talked.entities.proposals() if each.proposal.name == "田中さん"]
    talked.observe(user="田中くんがまた来た", assistant="うん。", at="2026-03-25T20:00", session_id="s9")
    assert "田中さん" in talked.entities.propose().renewed
    [after] = [each for each in talked.entities.proposals() if each.proposal.name == "田中さん"]
    assert (after.proposal.id, after.proposal.days) == (before.proposal.id, 3)


def test_the_personas_own_name_is_not_proposed(mind: Mind) -> None:
    mind.change(name="田中")
    for at, user, session in TALK:
        mind.observe(user=user, assistant="そうなんだ。", at=at, session_id=session)
    mind.entities.propose()
    assert "田中さん" not in names(mind)


def test_the_owner_says_how_often_a_name_must_recur(talked: Mind) -> None:
    talked.set("entities.propose_after", "3")
    assert talked.entities.propose().made == ()
    talked.set("entities.propose_after", "2")
    assert "田中さん" in talked.entities.propose().made


def test_a_session_is_told_once_in_the_same_words_and_no_other_is(talked: Mind, clock: SimulatedClock) -> None:
    talked.entities.propose()
    assert talked.entities.to_tell() == talked.entities.to_tell()  # without a session nothing is noted
    told = talked.entities.to_tell(session_id="chat-1")
    assert any(
        "田中さんを記録しておくとよいかもしれない（2日、2回話に出た） 関連する記憶: mem_" in line for line in told
    )
    clock.advance(days=1)
    talked.observe(user="田中さんも健太くんも来た", assistant="うん。", session_id="chat-1")
    clock.advance(days=1)
    talked.observe(user="健太くんが来た", assistant="うん。", session_id="chat-2")
    for each in talked.entities.proposals():
        talked.entities.accept(each.proposal.id)
    talked.entities.propose()
    assert talked.entities.to_tell(session_id="chat-1") == told
    assert set(talked.entities.to_tell(session_id="chat-9")).isdisjoint(told)


def test_what_is_proposed_while_a_session_goes_on_waits_for_the_next(talked: Mind, clock: SimulatedClock) -> None:
    talked.observe(user="おはよう", assistant="うん。", session_id="chat-1")
    assert talked.entities.to_tell(session_id="chat-1") == []
    clock.advance(days=1)
    talked.entities.propose()
    assert talked.entities.to_tell(session_id="chat-1") == []
    assert talked.entities.to_tell(session_id="chat-2") != []


def test_how_many_are_told_is_set(talked: Mind) -> None:
    talked.entities.propose()
    talked.set("entities.told_proposals", "0")
    assert talked.entities.to_tell(session_id="chat-1") == []
    assert len(talked.entities.to_tell(session_id="chat-2", limit=1)) == 1
    with pytest.raises(InvalidInput):
        talked.entities.to_tell(limit=-1)


def test_english_talk_is_proposed_and_told_in_english(mind: Mind) -> None:
    mind.change(language="en")
    for day in (20, 21):
        mind.observe(
            user="My sister Rosalind bakes bread in Dunmore.",
            assistant="Lovely.",
            at=f"2026-03-{day}T20:00",
            session_id=f"s{day}",
        )
    assert "Rosalind" in mind.entities.propose().made
    assert any("Rosalind may be worth a profile (named 2 times on 2 days)" in each for each in mind.entities.to_tell())
