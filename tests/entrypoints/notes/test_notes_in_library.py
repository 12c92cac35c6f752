"""Notes through the library: writing, adding, history, archives, limits, masks."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.notes.note import NoteAct, NoteAuthor
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import InvalidInput, NoteMoved, NoteNotFound, NoteTooLong, NotRecorded
from tests.files_holding import holding


def test_a_note_is_written_read_and_remembers_every_edit(mind: Mind) -> None:
    pad = mind.notes.notepad
    assert (pad.text, pad.read().version, pad.history()) == ("", 0, [])
    first = pad.write("牛乳を買う\n", reason="頼まれた")
    pad.append("歯医者は土曜", by="persona")
    assert pad.text == "牛乳を買う\n歯医者は土曜\n"
    one, two = pad.history()
    assert (one.author, one.act, one.reason) == (NoteAuthor.OWNER, NoteAct.WRITE, "頼まれた")
    assert (two.author, two.act, two.version) == (NoteAuthor.PERSONA, NoteAct.APPEND, 2)
    assert pad.at(1) == first.text == "牛乳を買う\n"
    assert pad.at(0) == ""
    [hunk] = pad.diff()
    assert [(line.mark, line.text) for line in hunk.lines] == [(" ", "牛乳を買う\n"), ("+", "歯医者は土曜\n")]
    assert len(pad.diff(0, 2)[0].lines) == 2


def test_a_second_editor_is_told_and_nothing_is_lost(mind: Mind) -> None:
    core = mind.notes.core_memory
    read = core.write("わたしはハル。")
    core.write("わたしはハル。海が好き。", base=read.version, by="persona")
    with pytest.raises(NoteMoved) as caught:
        core.write("わたしはハル。山が好き。", base=read.version)
    assert (caught.value.base, caught.value.version) == (1, 2)
    assert core.text == "わたしはハル。海が好き。"
    with pytest.raises(NoteMoved):
        core.restore(1, base=1)
    assert len(core.history()) == 2


def test_the_same_text_again_is_no_edit(mind: Mind) -> None:
    core = mind.notes.core_memory
    core.write("わたしはハル。")
    assert core.write("わたしはハル。").version == 1
    assert core.write("", base=1).version == 2
    assert core.text == ""


def test_a_passage_is_replaced_where_it_stands_once(mind: Mind) -> None:
    core = mind.notes.core_memory
    core.write("海が好き。海へ行く。")
    with pytest.raises(InvalidInput, match="stands there 2 times"):
        core.replace("海", "山")
    with pytest.raises(InvalidInput, match="does not stand there"):
        core.replace("川", "山")
    with pytest.raises(InvalidInput, match="is empty"):
        core.replace("", "山")
    assert core.replace("海が", "山が", by="persona").text == "山が好き。海へ行く。"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
@given(
    texts=st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40),
        min_size=1,
        max_size=6,
    ),
    pick=st.integers(0, 5),
)
def test_any_revision_is_restored_byte_by_byte(mind: Mind, texts: list[str], pick: int) -> None:
    mind.set("privacy.mask_secrets", "false")
    pad = mind.notes.notepad
    start = pad.read().version
    for text in texts:
        pad.write(text)
    end = pad.read().version
    version = min(start + pick, end)
    before = pad.at(version)
    assert pad.restore(version).text.encode() == before.encode()
    assert pad.at(end).encode() == texts[-1].encode()


def test_a_diary_is_kept_by_the_personas_own_days(mind: Mind, clock: SimulatedClock) -> None:
    clock.set(Moment(1_774_796_400 - 60))  # 29 March in UTC; in Tokyo a minute before midnight
    mind.notes.diary.append("雨だった。", by="persona")
    clock.set(Moment(1_774_796_400))
    mind.notes.diary.append("晴れた。", by="persona")
    mind.notes.diary.append("虹も見た。", by="persona")
    assert mind.notes.diary.text == "## 2026-03-29\n雨だった。\n\n## 2026-03-30\n晴れた。\n虹も見た。\n"


def test_months_that_are_over_go_into_archives_with_a_history_of_their_own(mind: Mind) -> None:
    diary = mind.notes.diary
    diary.write("## 2026-01-05\n雪。\n## 2026-02-03\n豆まき。\n## 2026-01-07\n七草。\n## 2026-03-01\n春。\n")
    moved = diary.archive()
    assert [(note.period, note.text) for note in moved] == [
        ("2026-01", "## 2026-01-05\n雪。\n## 2026-01-07\n七草。\n"),
        ("2026-02", "## 2026-02-03\n豆まき。\n"),
    ]
    assert diary.text == "## 2026-03-01\n春。\n"
    assert diary.archive() == []
    assert [note.period for note in diary.archives()] == ["2026-01", "2026-02"]
    assert diary.archived("2026-02").history()[0].act is NoteAct.ARCHIVE
    [hit] = mind.notes.search("豆まき")
    assert (hit.address.period, hit.day) == ("2026-02", date(2026, 2, 3))
    assert diary.restore(1).text.startswith("## 2026-01-05")
    with pytest.raises(NoteNotFound, match="no archive of 2024"):
        diary.archived("2024").read()


def test_only_months_before_a_day_go_and_never_the_present_one(mind: Mind) -> None:
    diary = mind.notes.diary
    diary.write("## 2026-01-05\n雪。\n## 2026-02-03\n豆まき。\n## 2026-03-01\n春。\n")
    assert [note.period for note in diary.archive(before="2026-02-10")] == ["2026-01"]
    assert [note.period for note in diary.archive(before=date(2027, 1, 1))] == ["2026-02"]
    with pytest.raises(InvalidInput, match="only diaries"):
        mind.notes.notepad.archive()


def test_a_full_diary_lets_its_oldest_month_go_and_takes_what_is_added(mind: Mind, clock: SimulatedClock) -> None:
    mind.set("notes.diary_characters", "120")
    diary = mind.notes.diary
    for _ in range(8):
        diary.append("きょうも何もない一日だった。")
        clock.set(Moment(clock.now() + 20 * DAY_SECONDS))
    assert len(diary.text) <= 120
    assert "きょうも" in diary.text
    kept = [diary.text, *(note.text for note in diary.archives())]
    assert sum(text.count("何もない") for text in kept) == 8
    with pytest.raises(NoteTooLong):
        diary.append("長" * 200)


def test_limits_are_told_and_nothing_is_written(mind: Mind) -> None:
    with pytest.raises(NoteTooLong, match="at most 8,000 characters and would have 8,001"):
        mind.notes.core_memory.write("長" * 8001)
    with pytest.raises(NoteTooLong):
        mind.notes.notepad.write("x" * 5_000_000)
    assert mind.notes.all() == []
    mind.notes.core_memory.write("長" * 8000)
    mind.set("notes.core_memory_characters", "100")
    assert len(mind.notes.core_memory.text) == 8000
    mind.notes.core_memory.write("長" * 5000)
    with pytest.raises(NoteTooLong):
        mind.notes.core_memory.append("もう少し")


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", ""])
def test_what_cannot_be_kept_is_refused(mind: Mind, text: str) -> None:
    with pytest.raises(InvalidInput):
        mind.notes.notepad.append(text)
    assert mind.notes.notepad.history() == []


def test_who_edits_is_the_owner_or_the_persona(mind: Mind) -> None:
    for nobody in ("omoide", "someone"):
        with pytest.raises(InvalidInput, match="owner or persona"):
            mind.notes.notepad.write("x", by=nobody)
    with pytest.raises(InvalidInput, match="reason has 501"):
        mind.notes.notepad.write("x", reason="な" * 501)


def test_no_secret_reaches_the_disk_by_a_note(mind: Mind, tmp_path: Path) -> None:
    pad = mind.notes.notepad
    pad.write("my password is hunter2Mogura\n", reason="the password is tr0ub4dorX")
    pad.append("パスワードはmizuiroN3ko だよ")
    pad.replace("だよ", "password: kawauS0zzz")
    mind.secret_diary.append("my password is hunter2Mogura")
    assert pad.text.count("[secret]") == 3
    secrets = ["hunter2Mogura", "tr0ub4dorX", "mizuiroN3ko", "kawauS0zzz"]
    assert holding(tmp_path / "home", secrets) == []


def test_what_is_never_to_be_recorded_is_in_no_note(mind: Mind) -> None:
    mind.set("privacy.never_record", '["(?i)lantern"]')
    for edit in (mind.notes.notepad.write, mind.notes.notepad.append, mind.secret_diary.append):
        with pytest.raises(NotRecorded, match="the note matches"):
            edit("A Lantern on Friday")
    assert mind.notes.all() == []


def test_notes_of_one_persona_are_not_anothers(opened: Callable[..., Omoide]) -> None:
    omoide = opened()
    haru, natsu = omoide.persona("haru"), omoide.persona("natsu")
    haru.notes.core_memory.write("わたしはハル。")
    haru.secret_diary.append("ひみつ。")
    assert natsu.notes.all() == []
    assert natsu.notes.search("ハル") == []
    assert natsu.secret_diary.text == ""


def test_a_new_name_of_the_persona_keeps_its_notes(mind: Mind) -> None:
    mind.notes.core_memory.write("わたしはハル。")
    mind.change(name="haruka", timezone="America/New_York")
    assert mind.notes.core_memory.text == "わたしはハル。"
    mind.notes.diary.append("引っ越した。")
    assert mind.notes.diary.text.startswith("## 2026-03-28\n")
