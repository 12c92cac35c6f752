"""Erasing through the library: by whatever names the turns, with everything made of them, and nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, text, update

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql.beliefs.tables import revision_evidence
from omoide.adapters.sql.erasing.tables import erasures, redactions
from omoide.adapters.sql.models.tables import answers
from omoide.adapters.sql.tables import events, metadata, passages, vectors
from omoide.domain.erasing.receipt import LeftKind
from omoide.errors import EventNotFound, InvalidInput, NothingToErase, PersonaNotFound, StoreUnavailable, WasErased
from tests.files_holding import holding

START = 1_774_600_000


def folder(mind: Mind) -> Path:
    return mind._home.foundation.folder


def counted(mind: Mind) -> dict[str, int]:
    with mind._home.foundation.database.reading() as connection:
        tables = metadata.sorted_tables
        return {each.name: connection.execute(select(func.count()).select_from(each)).scalar_one() for each in tables}


def says(mind: Mind, user: str, assistant: str = "うん。", *, after: int = 0, **more: str) -> int:
    return int(mind.observe(user=user, assistant=assistant, at=START + after, **more).id)


@pytest.fixture
def talked(mind: Mind) -> Mind:
    """A mind that was told things by two clients, in three sessions, over some days."""
    says(
        mind, "My sister Rosalind bakes bread in Dunmore.", "Rosalind sounds kind.", session_id="s1", client_id="phone"
    )
    says(mind, "私は金沢に住んでいる。", "金沢なんだね。", after=60, session_id="s1", client_id="phone")
    says(mind, "抹茶が好き。", "覚えておくね。", after=90_000, session_id="s2", client_id="desk")
    says(mind, "A friend came on Friday with a lantern.", "Nice.", after=180_000, session_id="s3", client_id="desk")
    says(mind, "ok", "sure", after=180_060, session_id="s3", client_id="desk", source="import")
    mind.settle()
    return mind


def test_a_turn_goes_by_its_number_and_the_others_stay(talked: Mind) -> None:
    report = talked.erase(event_id=2)
    assert report.events == 1
    assert report.is_clean
    assert [event.id for event in talked.log()] == [1, 3, 4, 5]
    assert holding(folder(talked), ["金沢"]) == []
    assert not [belief.body for belief in talked.beliefs.all() if "金沢" in belief.body]
    assert [hit for hit in talked.recall("Rosalind") if "Rosalind" in hit.text]


def test_a_short_text_is_looked_for_by_its_row(talked: Mind) -> None:
    report = talked.erase(event_id=5)
    assert (report.searched_for, report.short) == (0, 2)
    assert report.is_clean


def test_a_period_goes(talked: Mind) -> None:
    assert talked.erase(since=START + 80_000, until=START + 100_000).events == 1
    assert [event.id for event in talked.log()] == [1, 2, 4, 5]


def test_conditions_go_together(talked: Mind) -> None:
    report = talked.erase(client_id="desk", since=START + 100_000, source="import")
    assert report.events == 1
    assert [event.id for event in talked.log()] == [1, 2, 3, 4]
    [kept] = talked._home.erasing.store.receipts()
    assert kept.scope == "period,client,source"


def test_a_client_goes(talked: Mind) -> None:
    assert talked.erase(client_id="phone").events == 2
    assert {event.client_id for event in talked.log()} == {"desk"}


def test_everything_about_somebody_goes_by_name(talked: Mind) -> None:
    report = talked.erase(about="rosalind")
    assert report.events == 1
    assert holding(folder(talked), ["Rosalind", "rosalind"]) == []
    assert [event.id for event in talked.log()] == [2, 3, 4, 5]


def test_a_friend_is_no_friday(talked: Mind) -> None:
    with pytest.raises(NothingToErase):
        talked.erase(about="Fri")


def test_a_belief_about_the_subject_goes_though_another_turn_gave_it(talked: Mind) -> None:
    assert talked.preferences.all(status=None)
    report = talked.erase(about="抹茶")
    assert dict(report.rows)["preferences"] == 1
    assert talked.preferences.all(status=None) == []
    assert holding(folder(talked), ["抹茶"]) == []


def test_a_belief_that_was_restated_stays_with_its_evidence_shortened(mind: Mind) -> None:
    first = says(mind, "私は金沢に住んでいる。", "そうなんだ。", session_id="s1")
    says(mind, "さっきも言ったけど、私は金沢に住んでいる。", "うん。", after=60, session_id="s2")
    mind.settle()
    [belief] = [each for each in mind.beliefs.all() if "金沢" in each.body]
    with mind._home.foundation.database.writing() as connection:
        # However the rules take a restatement: what matters is that the belief rests on both.
        [step] = connection.execute(
            text("SELECT max(id) FROM revisions WHERE target_id = :id"), {"id": belief.id}
        ).scalars()
        row = {"revision_id": step, "event_id": 2}
        connection.execute(insert(revision_evidence).prefix_with("OR IGNORE").values(row))
    report = mind.erase(event_id=first)
    [stays] = [each for each in mind.beliefs.all() if "金沢" in each.body]
    assert stays.id == belief.id
    assert {proof for step in mind.beliefs.history(stays.id) for proof in step.change.evidence} == {2}
    assert {each.why for each in report.left} == {LeftKind.SAID_ELSEWHERE}
    assert report.left[0].events == (2,)


def test_what_was_injected_and_told_again_elsewhere_is_redacted_in_place(mind: Mind) -> None:
    says(mind, "My therapist is called Quillfeather.", "I will remember Quillfeather.", session_id="s1")
    mind.settle()
    [memory] = mind.memories.all()
    block = f"<memories>\n- [2026-03-27][L1] {memory.trigger} → {memory.content}\n- [2026-03-27][L1] tea → ok\n</memories>\n"
    told = says(mind, block + "Who helps me?", "It rains. Your therapist is Quillfeather.", after=600, session_id="s2")
    mind.settle()
    report = mind.erase(session_id="s1")
    assert report.redacted == (told,)
    assert report.is_clean, report.left
    assert holding(folder(mind), ["Quillfeather"]) == []
    event = mind.event(told)
    assert event.user == "<memories>\n[erased]\n- [2026-03-27][L1] tea → ok\n</memories>\nWho helps me?"
    assert event.assistant == "It rains. [erased]"
    with mind._home.foundation.database.reading() as connection:
        assert connection.execute(select(redactions.c.event_id)).scalars().all() == [told]
    mind.settle()
    assert [each for each in mind.recall("it rains") if each.text]
    assert mind._home.upkeep.health.problems() == []


def test_a_redacted_turn_can_be_changed_by_nobody_afterwards(mind: Mind) -> None:
    test_what_was_injected_and_told_again_elsewhere_is_redacted_in_place(mind)
    database = mind._home.foundation.database
    with pytest.raises(StoreUnavailable, match="append-only"), database.writing() as connection:
        connection.execute(update(events).values(user_text="forged"))


def test_the_personas_turns_of_phrase_are_not_redacted(mind: Mind) -> None:
    phrase = "That sounds like a lovely afternoon."
    says(mind, "My therapist is called Quillfeather.", phrase, session_id="s1")
    for number in range(3):
        says(mind, f"I went to the sea {number}", phrase, after=60 + number, session_id=f"t{number}")
    block = "<memories>\n- [2026-03-27][L1] My therapist is called Quillfeather → …\n</memories>\nI swam"
    told = says(mind, block, phrase, after=600, session_id="s2")
    report = mind.erase(session_id="s1")
    assert report.redacted == (told,)
    assert mind.event(told).assistant == phrase
    assert {each.why for each in report.left} == {LeftKind.SAID_ELSEWHERE}


def test_only_answers_that_hold_it_go(talked: Mind) -> None:
    database, whose = talked._home.foundation.database, talked.persona.id
    with database.writing() as connection:
        for key, told in (
            ("mine", '{"trigger": "Rosalind bakes bread in Dunmore"}'),
            ("other", '{"trigger": "matcha"}'),
        ):
            row = {
                "key": key,
                "persona_id": whose,
                "ask": "appraise",
                "model": "m",
                "created": START + 9,
                "answer": told,
            }
            connection.execute(insert(answers).values(row))
    assert dict(talked.erase(session_id="s1").rows)["answers"] == 1
    with database.reading() as connection:
        assert connection.execute(select(answers.c.key)).scalars().all() == ["other"]


def test_vectors_of_every_space_and_their_cache_files_go(opened: Callable[..., Omoide], talked: Mind) -> None:
    other = opened(version="2").mind("haru")
    other.catch_up()
    cache = folder(talked) / "cache"
    cache.mkdir(exist_ok=True)
    for name in ("vectors-1-one.bin", "vectors-1-two.bin", "vectors-2-one.bin"):
        (cache / name).write_bytes(b"x")
    talked.erase(session_id="s1")
    assert [path.name for path in cache.iterdir()] == ["vectors-2-one.bin"]
    with talked._home.foundation.database.reading() as connection:
        kept = set(connection.execute(select(passages.c.id)).scalars())
        rows = connection.execute(select(vectors.c.space_id, vectors.c.passage_id)).all()
    assert len({row.space_id for row in rows}) == 2
    assert {row.passage_id for row in rows} <= kept


def test_another_opening_no_longer_finds_what_was_erased(opened: Callable[..., Omoide], talked: Mind) -> None:
    other = opened().mind("haru")
    assert [hit for hit in other.recall("Rosalind bread Dunmore") if "Rosalind" in hit.text]
    talked.erase(session_id="s1")
    assert not [hit for hit in other.recall("Rosalind bread Dunmore") if "Rosalind" in hit.text]
    assert other.memories.all() == talked.memories.all()


def test_a_rehearsal_says_exactly_what_goes_and_changes_nothing(talked: Mind) -> None:
    before = counted(talked)
    rehearsed = talked.erase(session_id="s1", dry_run=True)
    assert counted(talked) == before
    assert rehearsed.turns == (1, 2)
    assert rehearsed.is_rehearsal
    done = talked.erase(session_id="s1")
    after = counted(talked)
    assert dict(rehearsed.rows) == {name: count for name, count in done.rows if not name.startswith("files")}
    gone = {name: before[name] - after[name] for name in before if before[name] > after[name]}
    assert gone == {name: count for name, count in rehearsed.rows if name in gone}
    assert set(gone) == set(dict(rehearsed.rows))


def test_a_whole_persona_goes_and_others_stay(opened: Callable[..., Omoide], talked: Mind) -> None:
    home = opened()
    june = home.persona("june")
    says(june, "My sister Rosalind bakes bread in Dunmore.", "Nice.", session_id="s1")
    june.settle()
    report = talked.erase(everything=True)
    assert report.events == 5
    assert [each.name for each in home.personas()] == ["june"]
    assert {each.why for each in report.left} == {LeftKind.OTHER_PERSONA}
    assert len(june.log()) == 1
    assert holding(folder(june), ["金沢", "抹茶", "haru"]) == []
    with pytest.raises(PersonaNotFound):
        home.mind("haru")
    assert home.problems() == []


def test_an_erased_persona_gets_nothing_back_under_the_same_name(opened: Callable[..., Omoide], talked: Mind) -> None:
    talked.erase(everything=True)
    anew = opened().persona("haru")
    with pytest.raises(WasErased):
        says(anew, "抹茶が好き。", "覚えておくね。", after=90_000, session_id="s2", client_id="desk")
    assert anew.observe(user="抹茶が好き。").id


def test_a_copy_does_not_come_back_and_what_is_said_anew_does(talked: Mind, clock: SimulatedClock) -> None:
    said = "猫の名前はモモだよ"
    live = talked.observe(user=said, assistant="うん", idempotency_key="k1")
    talked.erase(event_id=live.id)
    with pytest.raises(WasErased):
        talked.observe(user=said, assistant="うん", idempotency_key="k1")
    with pytest.raises(WasErased):
        talked.observe(user=said, assistant="うん", at=clock.now())
    assert talked.observe(user=said, assistant="うん").user == said
    assert talked.observe(user=said, assistant="うん", at=clock.now() + 5).user == said


def test_receipts_hold_no_words_and_show_a_forgery(opened: Callable[..., Omoide], talked: Mind) -> None:
    talked.erase(session_id="s1")
    talked.erase(about="抹茶")
    home = opened()
    assert [(each.scope, each.is_sound) for each in home.erasure_receipts()] == [("session", True), ("subject", True)]
    with talked._home.foundation.database.reading() as connection:
        told = str(connection.execute(select(erasures)).all())
    assert not [word for word in ("Rosalind", "抹茶", "s1", "金沢") if f"'{word}'" in told]
    with talked._home.foundation.database.writing() as connection:
        connection.execute(update(erasures).where(erasures.c.id == 1).values(events=1))
    assert [each.is_sound for each in home.erasure_receipts()] == [False, False]


def test_a_backup_elsewhere_that_holds_it_is_named(opened: Callable[..., Omoide], talked: Mind, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "copy.db"
    opened().backup(target)
    report = talked.erase(session_id="s1")
    assert [(each.place, each.why) for each in report.left] == [(str(target), LeftKind.BACKUP)]
    target.unlink()
    assert talked.erase(session_id="s2").is_clean


def test_an_exported_mind_that_holds_it_is_named(talked: Mind, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "haru.omoide"
    talked.export(target)
    report = talked.erase(session_id="s1")
    assert [(each.place, each.why) for each in report.left] == [(str(target), LeftKind.BACKUP)]
    target.write_bytes(target.read_bytes()[:-100])  # no zip any more
    assert talked.erase(session_id="s2").is_clean


def test_spool_set_aside_and_logs_are_cleaned(talked: Mind) -> None:
    import json

    spool, aside, logs = (folder(talked) / name for name in ("spool", "spool/unreadable", "logs"))
    for each in (aside, logs):
        each.mkdir(parents=True, exist_ok=True)
    words = "私は金沢に住んでいる。"
    record = {"event": "Stop", "at": 1, "session_id": "s9", "transcript_path": "/x", "cwd": "/p"}
    (spool / "1.json").write_text(json.dumps(record | {"last_assistant_message": words}))
    (spool / "2.json").write_text(json.dumps(record | {"session_id": "s1", "last_assistant_message": ""}))
    (aside / "3.json").write_text(words)
    (logs / "server.log").write_text(f"one\nworker: {words} broke\ntwo\n")
    report = talked.erase(session_id="s1")
    assert report.is_clean, report.left
    assert [path.name for path in sorted(spool.rglob("*.json"))] == ["1.json"]
    assert json.loads((spool / "1.json").read_text()) == record | {"last_assistant_message": ""}
    assert (logs / "server.log").read_text() == "one\n[erased]\ntwo\n"


def test_the_report_never_says_none_is_left_of_what_it_saw(talked: Mind) -> None:
    (folder(talked) / "notes.txt").write_text("My sister Rosalind bakes bread in Dunmore.")
    report = talked.erase(session_id="s1")
    assert [(each.place, each.why) for each in report.left] == [("notes.txt", LeftKind.FILE)]


def test_a_night_can_still_be_undone_after_an_erasure(talked: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=2)
    talked.memories.sleep()
    talked.erase(session_id="s1")
    talked.memories.undo_sleep()
    assert talked._home.upkeep.health.problems() == []
    assert not [each for each in talked.memories.all() if each.session_id == "s1"]


def test_an_order_that_means_nothing_is_refused(talked: Mind) -> None:
    with pytest.raises(InvalidInput):
        talked.erase()
    with pytest.raises(InvalidInput):
        talked.erase(everything=True, session_id="s1")
    with pytest.raises(InvalidInput):
        talked.erase(session_id="")
    with pytest.raises(NothingToErase):
        talked.erase(event_id=99)
    with pytest.raises(EventNotFound):
        talked.event(99)
