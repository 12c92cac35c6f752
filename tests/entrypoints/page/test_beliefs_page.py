"""Beliefs, likes, people and things on the page: looked at with their evidence, and set right; checked in the store."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from omoide import Omoide
from omoide.domain.beliefs.preference import Status
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page.beliefs.shown import grouped
from tests.entrypoints.page.conftest import Visit

expect.set_options(timeout=20_000)


@pytest.fixture
def june(home_of_page: Omoide) -> Mind:
    return home_of_page.mind("june")


def test_a_belief_shows_its_evidence_and_is_confirmed_corrected_and_struck_out(
    browse: Callable[..., Visit], june: Mind
) -> None:
    sure, wrong, never = grouped(june.beliefs.all())[0].states[:3]
    page = browse(language="en").go("/beliefs?persona=june")
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    row = page.locator("li").filter(has_text=sure.body)
    row.get_by_role("button", name=re.compile("^On what this rests")).click()
    evidence = june.beliefs.history(int(sure.id))[0].change.evidence
    said = june.event(int(evidence[0])).user
    expect(page.get_by_role("dialog").get_by_text(said[:20]).first).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)

    row.get_by_role("button", name=re.compile("^That is so")).click()
    expect(row.get_by_text("your word")).to_be_visible()
    assert june.beliefs.get(int(sure.id)).settled is not None

    page.locator("li").filter(has_text=wrong.body).get_by_role("button", name=re.compile("^Correct")).click()
    page.get_by_role("dialog").get_by_label("What is so").fill("You moved to a lighthouse.")
    page.get_by_role("dialog").get_by_role("button", name="Correct").click()
    expect(page.locator("li").filter(has_text="You moved to a lighthouse.")).to_be_visible()
    assert june.beliefs.get(int(wrong.id)).body == "You moved to a lighthouse."

    page.locator("li").filter(has_text=never.body).get_by_role("button", name=re.compile("^It never was so")).click()
    page.get_by_role("dialog").get_by_role("button", name="Never so").click()
    expect(page.locator("li").filter(has_text=never.body)).to_have_count(0)
    assert int(never.id) not in {int(each.id) for each in june.beliefs.all()}


def test_a_like_is_confirmed_and_revoked(browse: Callable[..., Visit], june: Mind) -> None:
    june.observe(user="I love rhubarb crumble.", assistant="Noted.", at="2026-03-29T12:00:00Z")
    june.digest()
    [sweet] = [one for one in june.preferences.all(status=None) if "rhubarb" in one.subject]
    page = browse(language="en").go("/beliefs?persona=june&part=likes")
    row = page.locator("li").filter(has_text=sweet.subject)
    if sweet.status is not Status.CONFIRMED:
        row.get_by_role("button", name=re.compile("^That is so")).click()
    expect(row.get_by_text("confirmed")).to_be_visible()
    row.get_by_role("button", name=re.compile("^Not so")).click()
    expect(row.get_by_text("revoked")).to_be_visible()
    assert {one.id: one.status for one in june.preferences.all(status=None)}[sweet.id] is Status.REVOKED
    row.get_by_role("button", name=re.compile("^That is so")).click()
    expect(row.get_by_text("confirmed")).to_be_visible()
    assert {one.id: one.status for one in june.preferences.all(status=None)}[sweet.id] is Status.CONFIRMED


def test_a_profile_is_written_edited_renamed_taken_back_put_away_and_deleted(
    browse: Callable[..., Visit], june: Mind
) -> None:
    page = browse(language="en").go("/beliefs?persona=june&part=people")
    page.get_by_role("button", name="New profile").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Biscuit")
    page.get_by_role("dialog").get_by_label("Profile").fill("- A <b>grey</b> cat.")
    page.get_by_role("dialog").get_by_role("button", name="Write").click()
    page.get_by_role("link", name="Biscuit").click()
    expect(page.get_by_text("- A <b>grey</b> cat.")).to_be_visible()
    page.get_by_role("button", name="Edit").click()
    page.get_by_role("dialog").get_by_label("Profile").fill("- A black cat.")
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    expect(page.get_by_text("- A black cat.")).to_be_visible()
    assert june.entities.get("Biscuit").text.strip() == "- A black cat."
    page.get_by_role("button", name="Read as then").first.click()
    expect(page.get_by_text("- A <b>grey</b> cat.")).to_be_visible()
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").get_by_label("New name").fill("Biscuit the cat")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.get_by_text("Also called Biscuit")).to_be_visible()
    assert june.entities.get("Biscuit").entity.name == "Biscuit the cat"
    page.get_by_role("button", name="Put away").click()
    expect(page.get_by_role("button", name="Bring back")).to_be_visible()
    assert june.entities.all() == [each for each in june.entities.all(archived=True) if each.name != "Biscuit the cat"]
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_role("button", name="Put away")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page).to_have_url(re.compile("part=people$"))
    assert "Biscuit the cat" not in {each.name for each in june.entities.all(archived=True)}


def test_a_proposal_is_accepted_and_another_left_and_the_web_is_drawn(browse: Callable[..., Visit], june: Mind) -> None:
    taken, left = june.entities.proposals()[:2]
    page = browse(language="en").go("/beliefs?persona=june&part=people")
    page.get_by_role("button", name=f"Leave {left.proposal.name}", exact=True).click()
    expect(page.get_by_role("button", name=f"Leave {left.proposal.name}", exact=True)).to_have_count(0)
    page.get_by_role("button", name=f"Write a profile of {taken.proposal.name}").click()
    expect(page.get_by_role("link", name=taken.proposal.name, exact=True)).to_be_visible()
    assert taken.proposal.name in {each.name for each in june.entities.all()}
    assert {int(each.proposal.id) for each in june.entities.proposals()}.isdisjoint(
        {int(taken.proposal.id), int(left.proposal.id)}
    )
    expect(page.get_by_role("img", name=re.compile("A web of"))).to_be_visible()
