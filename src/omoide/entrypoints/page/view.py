"""One page as somebody looks at it: whose mind, in which language, and what they may do."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from typing import Final, TypeVar
from urllib.parse import urlencode

from nicegui import ui
from starlette.requests import Request

from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.live import LiveRegion, Watch, beside
from omoide.entrypoints.page.words import FRAME, Said, Texts, day_told, moment_told, speaking
from omoide.entrypoints.web.caller import Caller, KeyScope
from omoide.errors import NotAllowed, OmoideError

LANGUAGE_COOKIE: Final = "omoide_language"
LOOK_COOKIE: Final = "omoide_look"
LOOKS: Final = ("auto", "light", "dark")
AnswerT = TypeVar("AnswerT")
_STATIC = resources.files(__name__.rpartition(".")[0]) / "static"


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who looks, and how they want to see it."""

    caller: Caller
    language: Language | None
    """The one chosen, else the browser's; `None` when neither says."""
    look: str
    """One of `LOOKS`."""


class View:
    """One page of one mind, in one browser.

    `say` gives the frame's own sentences; a page brings its table: `say = view.words(TEXTS)`.
    """

    def __init__(self, home: Omoide, mind: Mind, onlooker: Onlooker, *, page: str, query: Mapping[str, str]) -> None:
        self.home = home
        self.mind = mind
        self.onlooker = onlooker
        self.page = page
        self.query = query
        """What stands behind the question mark of the address."""
        self.language = onlooker.language or mind.persona.language
        self.say: Said = speaking(FRAME, self.language)
        self.watch = Watch(home.version)
        self._client = ui.context.client

    def words(self, texts: Texts) -> Said:
        """Return what gives the sentences of a page's own table."""
        return speaking(texts, self.language)

    def link(self, page: str, **query: object) -> str:
        """Return the address of a page of this mind."""
        given = {"persona": self.mind.persona.name} | {key: str(value) for key, value in query.items() if value != ""}
        return f"/{page}?{urlencode(given)}"

    def may(self, scope: KeyScope = KeyScope.WRITE) -> bool:
        """Tell whether whoever looks may do more than look."""
        try:
            self.onlooker.caller.require(scope, persona=self.mind.persona.name)
        except NotAllowed:
            return False
        return True

    def when(self, at: Moment) -> str:
        """Return an instant for people, in the persona's local time."""
        return moment_told(at, self.language, persona=self.mind.persona, now=self.mind.now())

    def day(self, at: Moment) -> str:
        """Return the local day of an instant for people."""
        tz = self.mind.persona.tz
        return day_told(moment.day(at, tz=tz), self.language, today=moment.day(self.mind.now(), tz=tz))

    async def ask(self, question: Callable[[], AnswerT]) -> AnswerT:
        """Return the answer of a blocking call, made beside the event loop; its errors are the caller's."""
        return await beside(question)

    async def attempt(self, action: Callable[[], object], *, done: str = "", scope: KeyScope = KeyScope.WRITE) -> bool:
        """Do something to the mind, if whoever looks may; say how it went, and tell whether it was done."""
        try:
            self.onlooker.caller.require(scope, persona=self.mind.persona.name)
            await beside(action)
        except OmoideError as exc:
            self.tell(str(exc), is_bad=True)
            return False
        self.tell(done or self.say("done"))
        return True

    @contextmanager
    def window(self, title: str) -> Iterator[ui.dialog]:
        """Open a window over the page; it stays open, whatever is drawn anew below it."""
        with self._client, blocks.dialog(title, close=self.say("close")) as window:
            yield window

    def go(self, address: str) -> None:
        """Go to another page, also where the button that was pressed is no more."""
        with self._client:
            ui.navigate.to(address)

    async def live(
        self,
        read: Callable[[], AnswerT],
        show: Callable[[AnswerT], None],
        *,
        classes: str = "o-stack",
        is_announced: bool = False,
    ) -> LiveRegion[AnswerT]:
        """Put down what `show` draws of what `read` returns, now and whenever it is another.

        `read` blocks and may be called in any thread; it must change nothing, or it would set itself off again.  Fields that are
        being filled in do not belong inside: what is drawn anew loses them.
        """
        place = ui.element("div").classes(classes)
        if is_announced:
            place.props("aria-live=polite")
        region = LiveRegion(place, read, show, failed=lambda why: blocks.notice(why, kind="bad"))
        self.watch.add(region)
        await region.look()
        return region

    def tell(self, what: str, *, is_bad: bool = False) -> None:
        """Show a passing notice, wherever on the page it comes from: the button may be gone by now."""
        with self._client:
            blocks.tell(what, is_bad=is_bad)


def onlooker_of(request: Request, caller: Caller) -> Onlooker:
    """Return who looks, by what their browser sends."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    look = request.cookies.get(LOOK_COOKIE, "")
    language = Language(chosen) if chosen in {each.value for each in Language} else browsers_language(request)
    return Onlooker(caller, language, look if look in LOOKS else "auto")


def browsers_language(request: Request) -> Language | None:
    """Return the first language of the browser's own list that we speak."""
    for part in request.headers.get("accept-language", "").split(","):
        code = part.split(";")[0].strip().lower().split("-")[0]
        if code in {each.value for each in Language}:
            return Language(code)
    return None


def style_sheet() -> str:
    """Return the page's own style."""
    return asset("page.css")


def asset(name: str) -> str:
    """Return a file that the browser gets."""
    return (_STATIC / name).read_text(encoding="utf-8")
