"""Settings, keys, what comes in and goes out, and erasing on the page; each act is checked in the store."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, expect

from omoide import Omoide
from omoide.entrypoints.library.mind import Mind
from omoide.errors import PersonaNotFound
from tests.entrypoints.page.conftest import Served, Visit

expect.set_options(timeout=20_000)
SECRET_WORD = "灯台守のタヌキ"


@pytest.fixture
def sora(home_of_page: Omoide) -> Mind:
    """Somebody of these tests alone."""
    if "sora" not in {each.name for each in home_of_page.personas()}:
        home_of_page.add_persona("sora", language="ja", timezone="Asia/Tokyo")
        mind = home_of_page.mind("sora")
        mind.observe(user=f"{SECRET_WORD}に会ってとても驚いた", assistant="すごいね", at="2026-03-26T12:00:00+09:00")
        mind.observe(user="妹と川で泳いで楽しかった", assistant="よかったね", at="2026-03-27T12:00:00+09:00")
        mind.digest()
    return home_of_page.mind("sora")


def test_a_setting_is_changed_refused_and_taken_back(browse: Callable[..., Visit], sora: Mind) -> None:
    page = browse(language="en").go("/settings?persona=sora&section=retrieval")
    field = page.get_by_label("retrieval.top_k", exact=True)
    field.fill("7")
    page.get_by_role("button", name="Set retrieval.top_k").click()
    expect(page.get_by_text("from: this persona")).to_be_visible()
    assert sora.settings() == {"retrieval.top_k": "7"}
    field.fill("many")
    page.get_by_role("button", name="Set retrieval.top_k").click()
    expect(page.locator(".q-notification").filter(has_text="top_k")).to_be_visible()
    expect(field).to_have_value("many")  # what was refused can be mended where it stands
    assert sora.settings() == {"retrieval.top_k": "7"}
    page.get_by_role("button", name=re.compile("own value of retrieval.top_k")).click()
    expect(page.get_by_text("from: this persona")).to_have_count(0)
    assert sora.settings() == {}
    page.get_by_label("Words in it").fill("lookback")
    expect(page.get_by_text("episodes.lookback_days").first).to_be_visible()


def test_a_persona_gets_another_time_zone_and_no_wrong_one(
    browse: Callable[..., Visit], home_of_page: Omoide, sora: Mind
) -> None:
    page = browse(language="en").go("/settings?persona=sora&part=persona")
    page.get_by_label("Time zone").fill("Mars/Olympus")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator(".q-notification").filter(has_text="Mars/Olympus")).to_be_visible()
    page.get_by_label("Time zone").fill("Europe/Dublin")
    with page.expect_event("load"):  # the page comes anew when it is kept
        page.get_by_role("button", name="Keep").click()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Dublin")
    assert home_of_page.mind("sora").persona.timezone == "Europe/Dublin"
    sora.change(timezone="Asia/Tokyo")


def test_a_key_is_made_shown_once_and_revoked(browse: Callable[..., Visit], home_of_page: Omoide, sora: Mind) -> None:
    page = browse(language="en").go("/settings?persona=sora&part=keys")
    page.get_by_label("What it may do").select_option("write")
    page.get_by_role("button", name="Make a key").click()
    text = page.get_by_role("dialog").locator("code").inner_text()
    key = home_of_page.keys.check(text)
    assert (key.persona, key.scope) == ("sora", "write")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_text(text)).to_have_count(0)
    page.get_by_role("button", name=f"Revoke {key.id}").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("revoked", exact=True)).to_be_visible()
    assert home_of_page.keys.list()[-1].revoked is not None


def test_a_session_log_comes_in_and_everything_goes_out(
    browse: Callable[..., Visit], served: Served, sora: Mind
) -> None:
    def entry(kind: str, words: str, number: int) -> str:
        content = words if kind == "user" else [{"type": "text", "text": words}]
        return json.dumps(
            {
                "type": kind,
                "uuid": f"u{number}",
                "parentUuid": f"u{number - 1}" if number else None,
                "sessionId": "log-1",
                "timestamp": f"2026-03-28T12:00:0{number}.000Z",
                "cwd": "/work",
                "message": {"role": kind, "content": content},
            }
        )

    log = "\n".join([entry("user", "The deploy script needs a retry.", 0), entry("assistant", "I added one.", 1)])
    page = browse(language="en").go("/settings?persona=sora&part=transfer")
    page.locator("input[type=file]").set_input_files(
        FilePayload(name="log.jsonl", mimeType="application/jsonl", buffer=log.encode())
    )
    expect(page.get_by_text("1 turn taken in")).to_be_visible()
    assert [event.user for event in sora.log(session_id="log-1")] == ["The deploy script needs a retry."]
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Memories (memories.jsonl)").click()
    kept = [json.loads(line) for line in waiting.value.path().read_text(encoding="utf-8").splitlines()]
    assert {each["label"] for each in kept} == {each.label for each in sora.memories.all()}
    page.get_by_role("button", name="Make a copy").click()
    expect(page.get_by_text(re.compile("^Written: "))).to_be_visible()
    [copy] = (served.folder / "backups").iterdir()
    assert copy.read_bytes().startswith(b"SQLite format 3")
    copy.unlink()


def test_erasing_shows_what_would_go_and_asks_for_the_name(browse: Callable[..., Visit], sora: Mind) -> None:
    page = browse(language="en").go("/settings?persona=sora&part=erase")
    page.get_by_label("Name or word").fill(SECRET_WORD)
    page.get_by_role("button", name="Show what would go").click()
    expect(page.get_by_text("1 turn would go")).to_be_visible()
    expect(page.locator("td").filter(has_text=re.compile("^memories$"))).to_be_visible()
    assert len(sora.log(contains=SECRET_WORD)) == 1
    erase = page.get_by_role("button", name="Erase for good")
    expect(erase).to_be_disabled()
    page.get_by_label("Type the persona's name, “sora”, to go on").fill("sora")
    erase.click()
    expect(page.get_by_text("Erased: 1 turn")).to_be_visible()
    assert sora.log(contains=SECRET_WORD) == []
    assert not [each for each in sora.memories.all() if SECRET_WORD in each.text]
    expect(page.get_by_text("What was erased so far")).to_be_visible()


def test_a_whole_persona_is_erased_after_its_name_is_typed(browse: Callable[..., Visit], home_of_page: Omoide) -> None:
    home_of_page.add_persona("kage", language="ja", timezone="Asia/Tokyo")
    home_of_page.mind("kage").observe(user="影のように静かだ", assistant="うん", at="2026-03-27T12:00:00+09:00")
    page = browse(language="en").go("/settings?persona=kage&part=erase")
    page.get_by_label("What is to go").select_option("everything")
    page.get_by_role("button", name="Show what would go").click()
    page.get_by_label("Type the persona's name, “kage”, to go on").fill("kage")
    page.get_by_role("button", name="Erase for good").click()
    expect(page).to_have_url(re.compile("/talk"))
    with pytest.raises(PersonaNotFound):
        home_of_page.mind("kage")
