"""Memories on the page: found, paged through, looked at, and tended; each act is checked in the store."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from omoide import Omoide
from omoide.domain.memories.levels import Level
from omoide.entrypoints.library.mind import Mind
from tests.entrypoints.page.conftest import PHONE, Visit

expect.set_options(timeout=20_000)


@pytest.fixture
def haru(home_of_page: Omoide) -> Mind:
    return home_of_page.mind("haru")


def test_the_table_is_filtered_ordered_and_paged_by_the_database(browse: Callable[..., Visit], haru: Mind) -> None:
    total = haru.memories.page().total
    page = browse(language="en").go("/memories?persona=haru")
    rows = page.locator("tbody tr")
    expect(page.get_by_text(f"{total} memories")).to_be_visible()
    expect(rows).to_have_count(25)
    first = rows.nth(0).inner_text()
    page.get_by_role("button", name="Next page").click()
    expect(page).to_have_url(re.compile("n=2"))
    expect(page.get_by_text(re.compile("Page 2 of"))).to_be_visible()
    assert rows.nth(0).inner_text() != first
    wanted = haru.memories.page(containing="モモ")
    page.get_by_label("Words in it, or its id").fill("モモ")
    expect(page.get_by_text(re.compile(f"^{wanted.total} memor"))).to_be_visible()
    page.get_by_label("Order").select_option("retention_asc")
    expect(page).to_have_url(re.compile("order=retention_asc"))
    page.get_by_label("Level").select_option("4")
    left = haru.memories.page(containing="モモ", levels=[4]).total
    expect(rows).to_have_count(min(25, left))
    page.get_by_label("Words in it, or its id").fill("nobody ever said this")
    expect(page.get_by_text("No memories here")).to_be_visible()


def test_many_are_protected_archived_restored_and_erased_at_once(browse: Callable[..., Visit], haru: Mind) -> None:
    chosen = [each for each in haru.memories.page(limit=12, offset=3).memories if not each.is_archived][:2]
    page = browse(language="en").go("/memories?persona=haru")

    def choose() -> None:
        for memory in chosen:
            page.get_by_label(f"Choose {memory.label}").check()
        expect(page.get_by_text("2 chosen")).to_be_visible()

    def are(what: Callable[[str], bool]) -> bool:
        return all(what(memory.label) for memory in chosen)

    for act, done, check in (
        ("Protect", "are protected", lambda label: haru.memories.get(label).protected),
        ("Release", "may fade again", lambda label: not haru.memories.get(label).protected),
        ("Archive", "are in the archive", lambda label: haru.memories.get(label).is_archived),
        ("Bring back", "are back", lambda label: not haru.memories.get(label).is_archived),
    ):
        choose()
        page.get_by_role("button", name=act, exact=True).click()
        expect(page.get_by_text(f"2 memories {done}")).to_be_visible()
        assert are(check)
    choose()
    page.get_by_role("button", name="Erase").click()
    window = page.get_by_role("dialog")
    expect(window.get_by_text(chosen[0].label)).to_be_visible()
    expect(window.get_by_role("button", name="Erase")).to_be_disabled()
    window.get_by_label("Type “erase” to go on").fill("erase")
    window.get_by_role("button", name="Erase").click()
    expect(page.get_by_text("2 memories are gone for good")).to_be_visible()
    left = {each.label for each in haru.memories.all()}
    assert not {memory.label for memory in chosen} & left


def test_one_memory_shows_its_texts_curve_links_and_history_and_is_tended(
    browse: Callable[..., Visit], haru: Mind
) -> None:
    memory = next(each for each in haru.memories.all() if each.current_level is Level.SUMMARY)
    page = browse(language="en").go(f"/memories?persona=haru&id={memory.label}")
    curve = haru.memories.curve(memory.label)
    told = f"{memory.retention_score:.0f} of 100 is left today; in 30 days {curve.score_after(30):.0f}"
    expect(page.get_by_role("img", name=re.compile(re.escape(told)))).to_be_visible()
    expect(page.locator("canvas").first).to_be_visible()
    for part in ("What it says", "What it is linked to", "What happened to it", "What was said"):
        expect(page.get_by_role("heading", name=part)).to_be_visible()
    expect(page.locator("details[open]").get_by_text(memory.trigger[:12]).first).to_be_visible()
    page.get_by_role("button", name="Protect").click()
    expect(page.get_by_role("button", name="Release")).to_be_visible()
    assert haru.memories.get(memory.label).protected
    page.get_by_role("button", name="Release").click()
    expect(page.get_by_role("button", name="Protect")).to_be_visible()
    page.get_by_role("button", name="Archive").click()
    expect(page.get_by_text("Archived by hand")).to_be_visible()
    assert haru.memories.get(memory.label).is_archived
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_text("Brought back by hand")).to_be_visible()
    assert haru.memories.get(memory.label).current_level is Level.SUMMARY


def test_one_memory_is_erased_and_its_page_says_that_it_is_gone(browse: Callable[..., Visit], haru: Mind) -> None:
    memory = haru.memories.page(order="retention", limit=1).memories[0]
    visit = browse(width=PHONE)
    page = visit.go(f"/memories?persona=haru&id={memory.label}")
    assert visit.overflow() <= 0
    page.get_by_role("button", name="消す").click()
    page.get_by_label("続けるには「消す」と入力").fill("消す")
    page.get_by_role("dialog").get_by_role("button", name="消す").click()
    expect(page.get_by_role("heading", name="記憶", exact=True).first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/memories\?persona=haru$"))
    assert memory.label not in {each.label for each in haru.memories.all()}
    gone = browse(language="en").go(f"/memories?persona=haru&id={memory.label}")
    expect(gone.get_by_role("alert")).to_contain_text(memory.label)
