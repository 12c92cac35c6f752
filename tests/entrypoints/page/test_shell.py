"""What stands around every page: language and look, what follows the store, who may do what, and what happens when the server goes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from omoide import Omoide
from tests.entrypoints.page.conftest import PHONE, Served, Visit


def test_the_language_and_the_look_are_chosen_and_stay_chosen(browse: Callable[..., Visit]) -> None:
    visit = browse(language="ja")
    page = visit.go("/talk?persona=haru")
    page.get_by_label("表示言語").select_option("en")
    expect(page.get_by_role("heading", name="Talk", exact=True)).to_be_visible()
    visit.settle()
    page.get_by_label("Light and dark").select_option("dark")
    expect(page.locator("body.body--dark")).to_be_visible()
    visit.go("/timeline?persona=haru")
    expect(page.get_by_role("heading", name="Timeline", exact=True)).to_be_visible()
    assert page.locator("body.body--dark").count() == 1


def test_another_mind_is_chosen_and_a_phone_has_a_menu(browse: Callable[..., Visit]) -> None:
    page = browse(width=PHONE, language="en").go("/timeline?persona=haru")
    page.get_by_role("button", name="Open the menu").click()
    page.get_by_label("Whose mind").select_option(label="june")
    page.wait_for_url("**/timeline?persona=june")
    expect(page.get_by_text("The days as june tells them")).to_be_visible()


def test_what_another_process_writes_appears_within_two_seconds_in_every_browser(
    browse: Callable[..., Visit], home_of_page: Omoide
) -> None:
    home_of_page.add_persona("live", language="ja")
    mind = home_of_page.mind("live")
    one, other = browse(), browse(width=PHONE)
    for visit in (one, other):
        expect(visit.go("/talk?persona=live").get_by_text("今日はまだ話していません")).to_be_visible()
    mind.observe(user="別のところから話しかけた", assistant="聞こえたよ", session_id="page-2026-03-30")
    for visit in (one, other):
        expect(visit.page.get_by_text("聞こえたよ")).to_be_visible(timeout=2_000 * patience())


def patience() -> int:
    """Return by how much this machine may be slower than promised while others work on it, too."""
    return 10


def test_everything_is_reached_by_keys(browse: Callable[..., Visit]) -> None:
    page = browse().go("/talk?persona=haru")
    reached = []
    for _ in range(14):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("() => document.activeElement.innerText || document.activeElement.getAttribute('aria-label')")
        )
    told = " ".join(str(each) for each in reached)
    for name in ("本文へ移動", "年表", "haruに話しかける", "何を思い出す"):
        assert name in told


def test_a_page_that_is_not_there_and_a_mind_that_is_not_say_so(browse: Callable[..., Visit]) -> None:
    visit = browse(language="en")
    visit.page.goto(f"{visit.address}/talk?persona=nobody")
    expect(visit.page.get_by_text("no persona")).to_be_visible()
    visit.complaints.clear()  # the browser notes the 404


def test_a_new_home_begins_with_a_name(own: Callable[..., Served], browse: Callable[..., Visit]) -> None:
    served = own()
    page = browse(address=served.address, language="en").go("/")
    page.get_by_label("Name").fill("Nana")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url("**/talk?persona=Nana")
    with Omoide.open(served.folder, beside="nowhere") as home:
        assert [each.name for each in home.personas()] == ["Nana"]


def test_a_restarted_server_is_found_again_and_the_page_says_so(
    own: Callable[..., Served], browse: Callable[..., Visit]
) -> None:
    served = own("haru")
    visit = browse(address=served.address)
    page = visit.go("/talk?persona=haru")
    served.stop()
    status = page.locator("#omoide-link")
    expect(status).to_contain_text("接続が切れました")
    served.start()
    expect(status).to_contain_text("接続が戻りました", timeout=90_000)
    visit.settle()
    page.get_by_label("haruに話しかける").fill("元気？")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="haruに見せるもの")).to_be_visible()
    visit.complaints.clear()  # the browser notes what it could not reach meanwhile


def test_behind_keys_somebody_logs_in_and_may_do_what_the_key_allows(
    own: Callable[..., Served], browse: Callable[..., Visit]
) -> None:
    served = own("haru", "june", OMOIDE_WEB__LOOPBACK_KEY="true")
    with Omoide.open(served.folder, beside="nowhere") as home:
        key = home.keys.add(persona="haru", scope="read").text
    visit = browse(address=served.address, language="en")
    page = visit.page
    page.goto(served.address)
    page.get_by_label("Key").fill("om_wrong")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_contain_text("not known here")
    assert visit.faults() == []
    visit.complaints.clear()  # the browser notes the 401
    page.get_by_label("Key").fill(key)
    page.get_by_role("button", name="Enter").click()
    page.wait_for_url("**/talk?persona=haru")
    visit.settle()
    expect(page.get_by_label("Whose mind").locator("option")).to_have_count(1)
    expect(page.get_by_role("button", name="Add it as a turn")).to_be_disabled()
    assert [cookie["httpOnly"] for cookie in page.context.cookies() if cookie["name"] == "omoide_key"] == [True]
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_label("Key")).to_be_visible()


def test_nothing_private_is_left_beside_the_home(served: Served) -> None:
    assert not (Path(__file__).parents[3] / ".nicegui").exists()
    assert list(served.folder.rglob("*nicegui*")) == []


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Serve a new home with these personas, and stop it at the end."""
    started: list[Served] = []

    def serve(*personas: str, **environment: str) -> Served:
        served = Served(tmp_path / "home", **environment)
        with Omoide.open(served.folder, beside="nowhere") as home:
            for name in personas:
                home.add_persona(name, language="ja", timezone="Asia/Tokyo")
        served.start()
        started.append(served)
        return served

    yield serve
    for each in started:
        each.stop()
