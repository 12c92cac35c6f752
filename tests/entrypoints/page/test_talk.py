"""Talking on the page: looked into without a model, answered with one."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from omoide import Omoide
from tests.entrypoints.page.conftest import Served, Visit
from tests.entrypoints.page.lives import MARK, SCRIPT
from tests.fakes.talking_provider import TalkingProvider, talking


def test_what_comes_to_mind_is_shown_with_its_reasons_and_what_a_model_would_see(browse: Callable[..., Visit]) -> None:
    page = browse().go("/talk?persona=haru")
    page.get_by_label("haruに話しかける").fill("アコーディオンのレッスンは何曜日？")
    page.keyboard.press("Enter")
    came = page.get_by_role("region", name="思い出したこと")
    expect(came).to_contain_text("アコーディオン")
    came.locator("summary").first.click()
    expect(came).to_contain_text("言葉の一致")
    shown = page.get_by_role("region", name="haruに見せるもの")
    expect(shown).to_contain_text("アコーディオン")
    shown.get_by_text("いつも見せるもの").click()
    expect(shown).to_contain_text("コーヒー")


def test_a_turn_that_is_added_is_kept_and_shown_as_text(browse: Callable[..., Visit], home_of_page: Omoide) -> None:
    home_of_page.add_persona("adder", language="en")
    page = browse(language="en").go("/talk?persona=adder")
    page.get_by_label("What you said").fill(f"I planted beans. {SCRIPT}")
    page.get_by_label("What adder answered (may be empty)").fill("Lovely.")
    page.get_by_role("button", name="Add it as a turn").click()
    expect(page.locator(".o-bubble--yours")).to_contain_text(SCRIPT)
    [turn] = home_of_page.mind("adder").log()
    assert (turn.user, turn.assistant, turn.client_id) == (f"I planted beans. {SCRIPT}", "Lovely.", "page")
    assert page.evaluate(f"() => window.{MARK}") is None


def test_an_empty_field_sends_nothing(browse: Callable[..., Visit]) -> None:
    page = browse().go("/talk?persona=haru")
    page.get_by_role("button", name="何を思い出す？").click()
    expect(page.get_by_text("先に何か書いてください。")).to_be_visible()


@pytest.fixture
def answered(tmp_path: Path) -> Iterator[tuple[Served, TalkingProvider]]:
    """A home whose persona has a model."""
    with talking("おかえり、", "<persona_emotion joy='0.9'/>", "ひな。") as provider:
        model = {"PROVIDER": "openai", "MODEL": "scripted", "BASE_URL": provider.url}
        environment = {f"OMOIDE_LLM__{name}": value for name, value in model.items()}
        served = Served(tmp_path / "home", OPENAI_API_KEY="sk-test-0123456789", **environment)
        with Omoide.open(served.folder, beside="nowhere") as home:
            home.add_persona("haru", language="ja")
        served.start()
        yield served, provider
        served.stop()


def test_with_a_model_the_answer_is_read_while_it_is_made(
    answered: tuple[Served, TalkingProvider], browse: Callable[..., Visit]
) -> None:
    served, provider = answered
    page = browse(address=served.address).go("/talk?persona=haru")
    expect(page.get_by_text("haruの返事：openai:scripted")).to_be_visible()
    page.get_by_label("haruに話しかける").fill("ただいま")
    page.get_by_role("button", name="送る").click()
    bubble = page.locator(".o-bubble:not(.o-bubble--yours)")
    expect(bubble).to_contain_text("おかえり、")
    expect(bubble).not_to_contain_text("ひな")
    provider.may_go_on.set()
    expect(bubble).to_contain_text("ひな。")
    expect(page.get_by_role("button", name="送る")).to_be_enabled()
    expect(page.locator(".o-bubble")).to_have_count(2)
    assert "persona_emotion" not in page.locator(".o-talk").first.inner_text()
    with Omoide.open(served.folder, beside="nowhere") as home:
        [turn] = home.mind("haru").log()
    assert turn.user == "ただいま"
    assert turn.is_complete
