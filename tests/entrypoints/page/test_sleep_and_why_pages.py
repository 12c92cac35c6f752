"""Sleep and why on the page: episodes made, nights taken back, recalls explained and denied; checked in the store."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from omoide import Omoide
from omoide.entrypoints.library.mind import Mind
from tests.entrypoints.page.conftest import Visit

expect.set_options(timeout=20_000)


@pytest.fixture
def mio(home_of_page: Omoide) -> Mind:
    """Somebody of these tests alone, who has not slept since she talked."""
    if "mio" not in {each.name for each in home_of_page.personas()}:
        home_of_page.add_persona("mio", language="ja", timezone="Asia/Tokyo")
        mind = home_of_page.mind("mio")
        for day, words in ((26, "猫のモモが棚から落ちて心配した"), (27, "海まで歩いて夕焼けを見てうれしかった")):
            mind.observe(user=words, assistant="そうだったんだね", at=f"2026-03-{day}T12:00:00+09:00", session_id="m")
        mind.digest()
    return home_of_page.mind("mio")


def test_episodes_are_made_a_night_is_slept_and_taken_back(browse: Callable[..., Visit], mio: Mind) -> None:
    page = browse(language="en").go("/sleep?persona=mio")
    expect(page.get_by_text("No day is told yet.")).to_be_visible()
    page.get_by_label("How far back it is reminded").select_option("90")
    expect(page.get_by_text("Kept").first).to_be_visible()
    assert mio.settings()["episodes.lookback_days"] == "90"
    page.get_by_role("button", name="Make or update episodes").click()
    expect(page.get_by_text("2 days told")).to_be_visible()
    expect(page.get_by_text(re.compile("Told up to 2026 · Fri 27 Mar"))).to_be_visible()
    assert [each.span.first.day for each in mio.episodes.all()] == [26, 27]
    page.get_by_role("button", name="Sleep now").click()
    expect(page.get_by_text("Slept", exact=True)).to_be_visible()
    [night] = mio.memories.reports(limit=5)
    page.get_by_role("button", name="Take the last night back").click()
    page.get_by_role("dialog").get_by_role("button", name="Take the last night back").click()
    expect(page.get_by_text("undone", exact=True)).to_be_visible()
    assert mio.memories.reports(limit=5)[0].undone
    assert night.until == mio.memories.reports(limit=5)[0].until
    expect(page.get_by_role("region", name="Costs and caps")).to_contain_text("$0.00")


def test_while_somebody_sleeps_elsewhere_everything_is_locked(browse: Callable[..., Visit], mio: Mind) -> None:
    page = browse(language="en").go("/sleep?persona=mio")
    seen: list[bool] = []

    def look(_report: object) -> None:
        if not seen:
            expect(page.get_by_text(re.compile("^It is asleep"))).to_be_visible()
            expect(page.get_by_role("button", name="Sleep now")).to_be_disabled()
            expect(page.get_by_role("button", name="Make or update episodes")).to_be_disabled()
            seen.append(True)

    mio.sleep(stages=["tidy", "index"], watch=look)
    assert seen
    expect(page.get_by_role("button", name="Sleep now")).to_be_enabled()


def test_a_recall_is_explained_denied_and_the_denial_taken_back(browse: Callable[..., Visit], mio: Mind) -> None:
    page = browse(language="en").go("/why?persona=mio")
    recalled = mio.recall("猫のモモが棚から落ちたのはいつ？")
    assert recalled
    [receipt] = mio.recalls(limit=1)
    first = page.locator("details").first
    expect(first).to_contain_text("猫のモモが棚から落ちたのはいつ？")
    expect(first.locator(".o-bar").first).to_be_visible()
    expect(first.get_by_text("モモが棚から落ちて心配した").first).to_be_visible()
    first.get_by_role("button", name=re.compile("^Not that")).first.click()
    expect(page.get_by_text("It stands behind the rest from now on")).to_be_visible()
    [denied] = mio.feedback.list()
    assert denied.cue == receipt.cue
    page.get_by_role("link", name="“Not that”").click()
    expect(page.get_by_text(f"For “{receipt.cue}”")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Take back")).click()
    expect(page.get_by_text("You never said “not that”")).to_be_visible()
    assert mio.feedback.list() == []


def test_what_was_put_into_a_prompt_is_shown_by_session_and_client(browse: Callable[..., Visit], mio: Mind) -> None:
    talk = mio.session("chat-9", client_id="terminal")
    said = "棚から落ちた猫のモモは元気？"
    talk.context(said)
    talk.said(said, "元気だよ")
    page = browse(language="en").go("/why?persona=mio&part=prompts")
    row = page.locator("li").filter(has_text="chat-9")
    expect(row.get_by_text("terminal")).to_be_visible()
    row.get_by_role("link", name="chat-9").click()
    expect(page.get_by_text(said, exact=True)).to_be_visible()
    [turn] = mio.prompts.get("chat-9").turns
    expect(page.locator("pre, .o-text").filter(has_text=turn.text.splitlines()[0]).first).to_be_visible()
