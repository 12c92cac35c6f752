"""Which pages there are, in the order of the navigation.

A page is one entry: the name in its address, an icon (of Material Icons), its title in English and Japanese, and where its `build` is;
`build(view)` puts the page down.  It is loaded when it is first looked at.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from omoide.entrypoints.page.view import View


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page."""

    name: str
    icon: str
    title: tuple[str, str]
    """In English and Japanese."""
    module: str
    """Below `omoide.entrypoints.page`; it has `async def build(view: View) -> None`."""

    @property
    def build(self) -> Callable[[View], Awaitable[None]]:
        """Return what puts the page down."""
        module = import_module(f"{__name__.rpartition('.')[0]}.{self.module}")
        found: Callable[[View], Awaitable[None]] = module.build
        return found


PAGES: Final = (
    PageEntry("talk", "forum", ("Talk", "話す"), "talk.page"),
    PageEntry("timeline", "calendar_month", ("Timeline", "年表"), "timeline.page"),
    PageEntry("memories", "auto_stories", ("Memories", "記憶"), "memories.page"),
    PageEntry("beliefs", "psychology", ("Beliefs and people", "知っていること"), "beliefs.page"),
    PageEntry("inside", "favorite_border", ("Inside", "内的状態"), "inside.page"),
    PageEntry("sleep", "bedtime", ("Sleep", "睡眠"), "sleeping.page"),
    PageEntry("why", "manage_search", ("Why", "なぜ"), "why.page"),
    PageEntry("settings", "tune", ("Settings", "設定"), "settings.page"),
)
FIRST: Final = PAGES[0]
