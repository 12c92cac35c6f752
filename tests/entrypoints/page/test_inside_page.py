"""The inner life on the page: drives, curves, questions, goals and dreams; what is done there is checked in the store."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from omoide import Omoide
from omoide.domain.goals.goal import GoalStatus, GoalTerm
from omoide.domain.questions.question import QuestionStatus
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page.inside.words import DRIVES
from tests.entrypoints.page.conftest import Visit

expect.set_options(timeout=20_000)


@pytest.fixture
def haru(home_of_page: Omoide) -> Mind:
    return home_of_page.mind("haru")


def test_the_drives_the_strongest_and_all_curves_are_shown(browse: Callable[..., Visit], haru: Mind) -> None:
    page = browse().go("/inside?persona=haru")
    state = haru.inner_state()
    for drive, level in state.levels:
        bar = page.locator(".o-bar").filter(has_text=DRIVES[drive][1])
        expect(bar).to_contain_text(f"{level:.2f}")
    assert state.dominant is not None
    strongest = page.get_by_role("region", name="いちばん強い動機")
    expect(strongest).to_contain_text(DRIVES[state.dominant][1])
    expect(strongest).to_contain_text(state.narrative)
    expect(page.get_by_role("img", name=re.compile("^過去 30 日の気分"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("の 4 つの動機"))).to_be_visible()
    page.get_by_label("期間").select_option("90")
    expect(page.get_by_role("img", name=re.compile("^過去 90 日の気分"))).to_be_visible()


def test_what_another_process_feels_appears_by_itself(browse: Callable[..., Visit], haru: Mind) -> None:
    page = browse().go("/inside?persona=haru")
    expect(page.get_by_text("この期間に表した感情はありません")).to_be_visible()
    tag = '<persona_emotion category="joy" intensity="0.9"/>'
    haru.observe(user="ただいま", assistant=f"おかえり{tag}", at="2026-03-29T21:00:00+09:00")
    haru.digest()
    expect(page.get_by_role("img", name=re.compile("表した 1 件の感情"))).to_be_visible()


def test_a_question_is_added_answered_opened_again_and_deleted(browse: Callable[..., Visit], haru: Mind) -> None:
    page = browse(language="en").go("/inside?persona=haru")
    page.get_by_role("button", name="Add a question").click()
    page.get_by_role("dialog").get_by_label("What it would like to know").fill("モモの好物")
    page.get_by_role("dialog").get_by_role("button", name="Add a question").click()
    expect(page.get_by_text("モモの好物")).to_be_visible()
    [asked] = [each for each in haru.questions.list() if each.topic == "モモの好物"]
    page.get_by_role("button", name="Answered: モモの好物").click()
    page.get_by_role("dialog").get_by_label("Answer (may be left empty)").fill("チキン味")
    page.get_by_role("dialog").get_by_role("button", name="Answered").click()
    expect(page.get_by_text("モモの好物")).to_have_count(0)
    assert (haru.questions.get(asked.id).status, haru.questions.get(asked.id).answer) == (
        QuestionStatus.RESOLVED,
        "チキン味",
    )
    page.get_by_label("Also those that are over").first.check()
    page.get_by_role("button", name="Open again: モモの好物").click()
    expect(page.get_by_role("button", name="Answered: モモの好物")).to_be_visible()
    page.get_by_role("button", name="Delete: モモの好物").click()
    expect(page.get_by_text("モモの好物")).to_have_count(0)
    assert haru.questions.get(asked.id).status is QuestionStatus.DELETED


def test_a_goal_is_added_noted_given_up_taken_up_reached_and_deleted(browse: Callable[..., Visit], haru: Mind) -> None:
    page = browse(language="en").go("/inside?persona=haru")
    page.get_by_role("button", name="Add a goal").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Goal", exact=True).fill("詩を書く")
    window.get_by_label("Term").select_option("long_term")
    window.get_by_label("Priority").select_option("1")
    window.get_by_role("button", name="Add a goal").click()
    row = page.locator("li").filter(has_text="詩を書く")
    expect(row.get_by_text("long term")).to_be_visible()
    [goal] = [each for each in haru.goals.list() if each.text == "詩を書く"]
    assert (goal.term, goal.priority) == (GoalTerm.LONG, 1)
    row.get_by_role("button", name="Note progress: 詩を書く").click()
    page.get_by_role("dialog").get_by_label("What came of it").fill("題が決まった")
    page.get_by_role("dialog").get_by_role("button", name="Note progress").click()
    expect(row.get_by_text("題が決まった")).to_be_visible()
    assert [note.text for note in haru.goals.get(goal.label).notes] == ["題が決まった"]
    row.get_by_role("button", name="Give up: 詩を書く").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(row).to_have_count(0)
    assert haru.goals.get(goal.label).status is GoalStatus.ABANDONED
    page.get_by_label("Also those that are over").nth(1).check()
    row.get_by_role("button", name="Open again: 詩を書く").click()
    row.get_by_role("button", name="Reached: 詩を書く").click()
    page.get_by_role("dialog").get_by_role("button", name="Reached").click()
    expect(row.get_by_role("button", name="Reached: 詩を書く")).to_have_count(0)  # it says "Reached" too, and goes
    expect(row.get_by_text("reached")).to_be_visible()
    assert haru.goals.get(goal.label).status is GoalStatus.COMPLETED
    row.get_by_role("button", name="Delete: 詩を書く").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    assert goal.label not in {each.label for each in haru.goals.list(ended=True)}


def test_a_dream_is_read_and_deleted(browse: Callable[..., Visit], haru: Mind) -> None:
    newest = haru.dreams.list(limit=1)[0]
    page = browse(language="en").go("/inside?persona=haru")
    entry = page.locator(".o-dream").first
    expect(entry).to_contain_text(newest.sentences[0].text[:30])
    entry.get_by_role("button", name=re.compile("^Delete")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Done").first).to_be_visible()
    assert newest.id not in {each.id for each in haru.dreams.list()}
    page.get_by_role("button", name="Reflect now").click()
    expect(page.get_by_text(re.compile("entr(y|ies) written"))).to_be_visible()
