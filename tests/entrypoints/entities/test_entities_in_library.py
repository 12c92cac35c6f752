"""`mind.entities`: profiles, names, history, beliefs."""

from pathlib import Path

import pytest

from omoide import Mind, SimulatedClock
from omoide.domain.entities.revision import EntityAct
from omoide.domain.notes.note import NoteAuthor
from omoide.errors import (
    BeliefNotFound,
    DraftKept,
    EntityMoved,
    EntityNotFound,
    EntityTooLong,
    InvalidInput,
    NameTaken,
    NotRecorded,
)


def test_a_profile_is_written_and_read_by_any_name(mind: Mind) -> None:
    made = mind.entities.write("美緒", "- 写真を撮るのが好き。", by="persona", reason="話に出た")
    assert (made.name, made.text, made.version) == ("美緒", "- 写真を撮るのが好き。\n", 1)
    mind.entities.add_aliases("美緒", "みお")
    mind.entities.write("ミオちゃん", "- 姉がいる。")
    known = mind.entities.get("ﾐｵ")
    assert known.text == "- 写真を撮るのが好き。\n- 姉がいる。\n"
    assert known.markdown().startswith("# Entity Memory: 美緒\nCreated: 2026-03-29 09:00:00\n別名: みお\n\n- 写真")
    assert [(step.version, step.author, step.act) for step in mind.entities.history("美緒")] == [
        (1, NoteAuthor.PERSONA, EntityAct.APPEND), (2, NoteAuthor.OWNER, EntityAct.NAME), (3, NoteAuthor.OWNER, EntityAct.APPEND),
    ]  # fmt: skip
    assert [each.name for each in mind.entities.all()] == ["美緒"]
    with pytest.raises(EntityNotFound, match="no entity named '健太'"):
        mind.entities.get("健太")


def test_an_edit_of_a_version_that_was_read_is_told_and_not_made(mind: Mind) -> None:
    first = mind.entities.write("美緒", "a")
    mind.entities.write("美緒", "b")
    for mode in ("append", "replace", "consolidate"):
        with pytest.raises(EntityMoved, match="at version 2"):
            mind.entities.write("美緒", "c", mode=mode, base=first.version)
    assert mind.entities.get("美緒").text == "a\nb\n"
    assert mind.entities.write("健太", "新しい", mode="consolidate", base=0).version == 1
    with pytest.raises(EntityMoved):
        mind.entities.write("真奈", "新しい", mode="consolidate", base=3)


def test_history_brings_back_any_text_byte_by_byte(mind: Mind) -> None:
    mind.entities.write("美緒", "一行目\r\n\t絵文字👨‍👩‍👧", mode="replace")
    mind.entities.write("美緒", "別の文", mode="replace")
    assert mind.entities.at("美緒", 1) == "一行目\r\n\t絵文字👨‍👩‍👧"
    assert mind.entities.at("美緒", 0) == ""
    [hunk] = mind.entities.diff("美緒")
    assert [line.mark.value for line in hunk.lines] == ["-", "-", "+"]
    assert mind.entities.restore("美緒", 1).text == "一行目\r\n\t絵文字👨‍👩‍👧"
    with pytest.raises(EntityNotFound, match="no version 9; its last one is 3"):
        mind.entities.at("美緒", 9)


def test_renaming_keeps_the_old_name_and_a_taken_name_is_told(mind: Mind) -> None:
    mind.entities.write("写真部の子", "- 姉がいる")
    renamed = mind.entities.rename("写真部の子", "美緒")
    assert (renamed.name, renamed.aliases) == ("美緒", ("写真部の子",))
    assert mind.entities.rename("美緒", "美緒さん").names == ("美緒さん", "写真部の子")
    mind.entities.write("健太", "- 弟")
    with pytest.raises(NameTaken, match="'写真部の子' is a name of '美緒さん'"):
        mind.entities.add_aliases("健太", "写真部の子")
    with pytest.raises(InvalidInput, match="no other name"):
        mind.entities.drop_aliases("美緒", "美緒")
    assert mind.entities.drop_aliases("美緒", "写真部の子").aliases == ()
    with pytest.raises(EntityNotFound):
        mind.entities.get("写真部の子")


def test_two_that_are_one_become_one_and_nothing_is_said_twice(mind: Mind) -> None:
    mind.entities.write("美緒", "- 写真が好き\n- 姉がいる")
    mind.entities.write("真奈", "- 姉がいる。\n- 京都にいる")
    mind.entities.add_aliases("真奈", "まな")
    whole = mind.entities.merge("美緒", "まな", reason="同じ人だった")
    assert whole.names == ("美緒", "真奈", "まな")
    assert whole.text == "- 写真が好き\n- 姉がいる\n- 京都にいる\n"
    assert mind.entities.get("真奈").entity.id == whole.id
    assert [(each.name, each.text) for each in mind.entities.merged("美緒")] == [
        ("真奈", "- 姉がいる。\n- 京都にいる\n")
    ]
    assert [each.name for each in mind.entities.all(archived=True)] == ["美緒"]
    with pytest.raises(InvalidInput, match="one entity already"):
        mind.entities.merge("美緒", "真奈")


def test_what_is_put_away_is_read_by_its_name_only_and_comes_back(mind: Mind) -> None:
    mind.entities.write("旧オフィス", "- 神田にあった")
    mind.entities.archive("旧オフィス")
    assert mind.entities.all() == []
    assert mind.entities.search("神田") == []
    assert mind.entities.names().text == ""
    assert mind.entities.get("旧オフィス").text == "- 神田にあった\n"
    assert [each.name for each in mind.entities.all(archived=True)] == ["旧オフィス"]
    mind.entities.unarchive("旧オフィス")
    assert mind.entities.names().text == "旧オフィス"


def test_what_is_removed_is_gone_with_its_history(mind: Mind) -> None:
    made = mind.entities.write("美緒", "- 写真が好き")
    with pytest.raises(EntityMoved):
        mind.entities.remove("美緒", base=9)
    mind.entities.remove("美緒", base=made.version)
    with pytest.raises(EntityNotFound):
        mind.entities.history("美緒")
    assert mind.entities.write("美緒", "- 別の人").version == 1


def test_a_profile_knows_what_is_believed_and_a_belief_whom_it_is_about(mind: Mind, clock: SimulatedClock) -> None:
    mind.observe(user="妹の咲は大阪に住んでる。咲の誕生日は5月3日", assistant="そうなんだ。", session_id="s1")
    mind.digest()
    [held, *_] = [state for state in mind.beliefs.all() if "咲" in state.body]
    mind.entities.write("さきちゃん", "- 妹")
    assert mind.entities.get("さきちゃん").beliefs == []
    assert mind.entities.about(held.id) == []
    mind.entities.add_aliases("さきちゃん", "咲")
    known = mind.entities.get("さきちゃん")
    assert held in known.beliefs
    assert f"- {held.body}（" in known.markdown()
    assert [each.name for each in mind.entities.about(held.id)] == ["さきちゃん"]
    mind.beliefs.close(held.id)
    clock.advance(days=1)
    assert held.id not in [state.id for state in mind.entities.get("咲").beliefs]
    with pytest.raises(BeliefNotFound):
        mind.entities.about(9_999)


def test_search_ranks_by_the_number_of_words(mind: Mind) -> None:
    mind.entities.write("美緒", "- 京都で写真を撮る")
    mind.entities.write("健太", "- 京都で猫と暮らす\n- 写真はきらい")
    found = mind.entities.search("京都　猫 写真")
    assert [(hit.entity.name, hit.words) for hit in found] == [
        ("健太", ("京都", "猫", "写真")),
        ("美緒", ("京都", "写真")),
    ]
    assert mind.entities.search("飛行機") == []
    with pytest.raises(InvalidInput):
        mind.entities.search("  ")


def test_the_names_for_a_prompt_fit_into_their_budget_and_stay_in_order(mind: Mind) -> None:
    for name in ("美緒", "健太", "京都"):
        mind.entities.write(name, f"- {name}のこと")
    assert mind.entities.names().text == "美緒、健太、京都"
    mind.entities.write("京都", "- また行きたい")
    assert mind.entities.names().text == "美緒、健太、京都"
    assert mind.entities.names(budget_characters=5).left_out == 1
    mind.set("entities.index_characters", "2")
    assert len(mind.entities.names().text) <= 2
    with pytest.raises(InvalidInput):
        mind.entities.names(budget_characters=-1)


def test_a_profile_has_a_limit_and_consolidating_makes_room(mind: Mind) -> None:
    mind.set("entities.profile_characters", "40")
    mind.entities.write("美緒", "- 写真が好き\n- 姉がいる\n- 写真が好き。")
    with pytest.raises(EntityTooLong, match=r"at most 40 characters.*entities\.profile_characters"):
        mind.entities.write("美緒", "- とても長い長い長い長い長い話をしていた")
    assert (
        mind.entities.write("美緒", "- 姉がいる\n- 妹もいる", mode="consolidate").text
        == "- 写真が好き。\n- 姉がいる\n- 妹もいる\n"
    )
    mind.set("entities.profile_characters", "5")
    assert mind.entities.write("美緒", "- 写真が好き", mode="replace").text == "- 写真が好き"
    with pytest.raises(EntityTooLong):
        mind.entities.write("健太", "x" * 1_000_000)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/tmp/x", "a/b\\c", ".", "CON", "\u202eevil"])
def test_a_name_never_becomes_a_path(mind: Mind, tmp_path: Path, name: str) -> None:
    home = mind._home.foundation.folder
    mind.entities.write(name, "- x")
    seen: list[Path] = []

    def editor(path: Path) -> None:
        seen.append(path)
        path.write_text("- y\n", "utf-8")

    assert mind.entities.edit_with(name, editor).text == "- y\n"
    assert [path.parent for path in seen] == [home / "drafts"]
    assert seen[0].name.startswith("1-entity-1-")
    assert {path.name for path in tmp_path.iterdir()} <= {"home", "nobody"}


def test_an_editor_that_was_overtaken_loses_nothing_and_one_that_writes_nothing_makes_nothing(mind: Mind) -> None:
    mind.entities.write("美緒", "- a")

    def overtaken(path: Path) -> None:
        mind.entities.write("美緒", "- meanwhile")
        path.write_text("- typed\n", "utf-8")

    with pytest.raises(DraftKept, match="changed meanwhile") as kept:
        mind.entities.edit_with("美緒", overtaken)
    assert Path(kept.value.path).read_text("utf-8") == "- typed\n"
    assert mind.entities.drafts("美緒") == [Path(kept.value.path)]
    with pytest.raises(InvalidInput, match="nothing was written"):
        mind.entities.edit_with("健太", lambda _: None)
    assert [each.name for each in mind.entities.all()] == ["美緒"]


def test_what_cannot_or_must_not_be_kept_is_refused(mind: Mind) -> None:
    with pytest.raises(InvalidInput, match="NUL"):
        mind.entities.write("美緒", "a\x00b")
    with pytest.raises(InvalidInput, match="surrogate"):
        mind.entities.write("美緒", "\ud800")
    with pytest.raises(InvalidInput, match="nothing to add"):
        mind.entities.write("美緒", " \n")
    with pytest.raises(InvalidInput, match="say owner or persona"):
        mind.entities.write("美緒", "x", by="omoide")
    with pytest.raises(InvalidInput, match="say append, consolidate or replace"):
        mind.entities.write("美緒", "x", mode="overwrite")
    with pytest.raises(InvalidInput, match="looks like a secret"):
        mind.entities.write("password: hunter2Mogura", "x")
    mind.set("privacy.never_record", '["lantern"]')
    with pytest.raises(NotRecorded):
        mind.entities.write("美緒", "a lantern")
    with pytest.raises(NotRecorded):
        mind.entities.write("lantern", "x")
    with pytest.raises(NotRecorded):
        mind.entities.write("美緒", "a lantern", mode="consolidate")
    assert mind.entities.all() == []
    mind.entities.write("健太", "x")
    assert "[secret]" in mind.entities.write("健太", "password: hunter2Mogura").text


def test_an_empty_profile_may_be_begun(mind: Mind) -> None:
    assert mind.entities.write("美緒", "", mode="replace").version == 1
    assert mind.entities.get("美緒").text == ""
