"""Profiles put in order: one or all, by rules; what was done is not done again."""

import pytest

from omoide import Mind, SimulatedClock
from omoide.domain.entities.revision import EntityAct
from omoide.domain.notes.note import NoteAuthor
from omoide.errors import EntityNotFound


def test_what_is_added_with_order_stands_once_and_both_steps_are_kept(mind: Mind) -> None:
    mind.entities.write("美緒", "- 写真が好き\n- 姉がいる", by="persona")
    after = mind.entities.write("美緒", "- 姉がいる。\n- 京都にいる", mode="consolidate", by="persona", reason="聞いた")
    assert after.text == "- 写真が好き\n- 姉がいる。\n- 京都にいる\n"
    steps = mind.entities.history("美緒")
    assert [(step.version, step.act, step.author, step.reason) for step in steps] == [
        (1, EntityAct.APPEND, NoteAuthor.PERSONA, ""),
        (2, EntityAct.APPEND, NoteAuthor.PERSONA, "聞いた"),
        (3, EntityAct.CONSOLIDATE, NoteAuthor.OMOIDE, ""),
    ]
    assert mind.entities.at("美緒", 2) == "- 写真が好き\n- 姉がいる\n- 姉がいる。\n- 京都にいる\n"


def test_nothing_doubled_is_no_edit(mind: Mind) -> None:
    made = mind.entities.write("美緒", "# 家族\n\n\n- 姉がいる\n", mode="replace")
    assert mind.entities.consolidate("美緒").version == made.version
    assert mind.entities.get("美緒").text == "# 家族\n\n\n- 姉がいる\n"
    with pytest.raises(EntityNotFound):
        mind.entities.consolidate("健太")


def test_all_profiles_are_put_in_order_once(mind: Mind) -> None:
    mind.entities.write("美緒", "- 写真が好き\n- 写真が好き。")
    mind.entities.write("健太", "- 弟")
    mind.entities.write("空", "", mode="replace")
    mind.entities.write("旧友", "- x\n- x")
    mind.entities.archive("旧友")
    seen: list[tuple[int, int]] = []
    report = mind.entities.consolidate_all(progress=lambda done, total: seen.append((done, total)))
    assert (report.changed, report.unchanged, report.skipped) == (("美緒",), ("健太", "空"), ())
    assert seen == [(1, 3), (2, 3), (3, 3)]
    again = mind.entities.consolidate_all()
    assert (again.changed, again.unchanged) == ((), ("美緒", "健太", "空"))
    assert mind.entities.get("旧友").text == "- x\n- x\n"


def test_the_newest_fact_wins_when_a_belief_has_ended(mind: Mind, clock: SimulatedClock) -> None:
    mind.observe(user="田中さんはカメラマンです", assistant="そうなんだ。", session_id="s1")
    mind.digest()
    [held] = [state for state in mind.beliefs.all() if state.about == "田中さん"]
    mind.entities.write("田中", f"- {held.body}\n- 背が高い", by="persona")
    mind.entities.write("田中先生", f"- {held.body}\n- 背が高い", by="owner")
    mind.entities.add_aliases("田中先生", "たなかさん")
    assert mind.entities.consolidate_all().changed == ()
    clock.advance(days=1)
    mind.beliefs.close(held.id, reason="やめた")
    clock.advance(days=1)
    assert mind.entities.consolidate_all().changed == ("田中",)
    assert mind.entities.get("田中").text == f"- （2026-03-30まで）{held.body}\n- 背が高い\n"
    assert mind.entities.consolidate_all().changed == ()


def test_what_never_was_so_goes_and_what_the_owner_wrote_stays(mind: Mind, clock: SimulatedClock) -> None:
    mind.observe(user="田中さんはカメラマンです", assistant="そうなんだ。", session_id="s1")
    mind.digest()
    [held] = [state for state in mind.beliefs.all() if state.about == "田中さん"]
    mind.entities.write("田中", f"- {held.body}", by="persona")
    mind.entities.write("田中", "- 背が高い", by="owner")
    mind.beliefs.strike_out(held.id)
    clock.advance(days=1)
    assert mind.entities.consolidate("田中").text == "- 背が高い\n"
    mind.entities.remove("田中")
    mind.entities.write("田中", f"- {held.body}", by="owner")
    assert mind.entities.consolidate("田中").text == f"- {held.body}\n"
