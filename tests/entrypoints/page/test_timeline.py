"""The timeline: days, down to what was said; found by words, meaning, date and feeling."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from omoide import Omoide
from omoide.domain.episodes.dates import one_day, span_of
from tests.entrypoints.page.conftest import Visit


def search(page: Page) -> None:
    page.get_by_role("button", name="探す", exact=True).click()


def test_a_day_opens_to_what_was_said(browse: Callable[..., Visit]) -> None:
    page = browse().go("/timeline?persona=haru")
    day = page.get_by_role("region", name="3月29日（日）")
    expect(day).to_contain_text("いちばん心に残っているのは")
    day.get_by_text("この日の会話").click()
    expect(day.locator(".o-turn").first).to_contain_text("お花見から帰った")


def test_words_meaning_dates_and_feelings_find_turns_and_days(
    browse: Callable[..., Visit], home_of_page: Omoide
) -> None:
    mind = home_of_page.mind("haru")
    page = browse().go("/timeline?persona=haru")
    page.get_by_label("探し方").select_option("words")
    page.get_by_label("どんな話でしたか").fill("唐揚げ")
    search(page)
    found = page.get_by_role("region", name="見つかったもの")
    expect(found.locator(".o-turn")).to_have_count(len(mind.log(contains="唐揚げ")))
    expect(found).to_contain_text("屋台の唐揚げ")

    page.get_by_label("探し方").select_option("meaning")
    page.get_by_label("どんな話でしたか").fill("アコーディオンのレッスンは何曜日？")
    search(page)
    expect(found).to_contain_text("木曜")

    page.get_by_label("どんな話でしたか").fill("")
    page.get_by_label("気持ち").select_option("joy")
    search(page)
    joys = mind.episodes.felt("joy", limit=20)
    assert joys
    expect(found.locator(".o-turn")).to_have_count(len(joys))

    page.get_by_label("気持ち").select_option("")
    page.get_by_label("いつから").fill("2026-03-18")
    page.get_by_label("いつまで").fill("2026-03-18")
    search(page)
    expect(page.locator(".o-day")).to_have_count(len(mind.episodes.told(one_day(span_of("2026-03-18").first))))
    expect(page.get_by_role("region", name="3月18日（水）")).to_be_visible()


def test_a_day_that_ends_before_it_begins_is_told_and_finds_nothing(browse: Callable[..., Visit]) -> None:
    page = browse().go("/timeline?persona=haru")
    page.get_by_label("いつから").fill("2026-03-20")
    page.get_by_label("いつまで").fill("2026-03-18")
    search(page)
    expect(page.locator(".q-notification")).to_contain_text("2026-03-20")


def test_days_come_page_by_page_and_weeks_open_to_their_days(
    browse: Callable[..., Visit], home_of_page: Omoide
) -> None:
    home_of_page.add_persona("year", language="ja", timezone="Asia/Tokyo")
    mind = home_of_page.mind("year")
    for day in range(1, 29):
        mind.observe(user=f"{day}日は散歩した", assistant="いいね。", at=f"2026-03-{day:02d}T12:00:00+09:00")
    for day in range(5, 8):
        mind.observe(user=f"{day}日は泳いだ", assistant="いいね。", at=f"2026-01-{day:02d}T12:00:00+09:00")
    mind.sleep()
    page = browse().go("/timeline?persona=year")
    expect(page.locator(".o-day")).to_have_count(20)
    page.get_by_role("button", name="もっと前の日々").click()
    expect(page.locator(".o-day")).to_have_count(29)
    expect(page.get_by_role("button", name="もっと前の日々")).to_be_hidden()
    week = page.locator(".o-day", has_text="一週間").first
    expect(week).to_contain_text("一週間")
    week.get_by_text("この週の日々").click()
    expect(week.locator(".o-day")).to_have_count(3)
