"""Every page, in both languages, on a phone and on a wide screen."""

from collections.abc import Callable

import pytest

from omoide.entrypoints.page.pages import PAGES
from tests.entrypoints.page.conftest import PHONE, WIDE, Visit
from tests.entrypoints.page.lives import MARK, ODD

NAMES = [entry.name for entry in PAGES]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_the_screen_and_is_readable_for_everybody(
    name: str, language: str, browse: Callable[..., Visit]
) -> None:
    for width in (PHONE, WIDE):
        visit = browse(width=width, language=language)
        page = visit.go(f"/{name}?persona={'haru' if language == 'ja' else 'june'}")
        assert page.locator("html").get_attribute("lang") == {"ja": "ja", "en": "en-GB"}[language]
        assert page.locator("h1").count() == 1
        assert visit.overflow() <= 0
        assert visit.faults() == []


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_memory_holds_stays_text(name: str, browse: Callable[..., Visit]) -> None:
    visit = browse(width=PHONE)
    page = visit.go(f"/{name}?persona={ODD}")
    page.wait_for_timeout(200)
    assert page.evaluate(f"() => window.{MARK}") is None
    assert page.locator(".o-main script, .o-main img, .o-main strong + em").count() == 0
    assert visit.overflow() <= 0
