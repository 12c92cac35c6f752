"""Keys for the doors over the wire: made, shown once, taken back; and who did what with them."""

from dataclasses import dataclass

from nicegui import ui

from omoide.domain.keys.api_key import ApiKey, KeyScope
from omoide.domain.keys.audit import AuditEntry
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.settings.words import TEXTS
from omoide.entrypoints.page.view import View

ENDS = ("30d", "90d", "365d", "never")
MOST_REQUESTS = 30
EVERYBODY = ""


@dataclass(frozen=True, slots=True)
class KeysShown:
    """Every key, and the last requests."""

    keys: tuple[ApiKey, ...]
    requests: tuple[AuditEntry, ...]


async def build(view: View) -> None:
    """Put everything down; only for whoever tends the whole home."""
    say = view.words(TEXTS)
    if not asking.may_tend_home(view):
        blocks.notice(say("keys_admin_only"), kind="warm")
        return
    page = KeyPage(view)
    with blocks.box("o-columns o-columns--side"):
        await view.live(page.read, page.show)
        page.put_form()


class KeyPage:
    """The keys as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.asked = {"persona": view.mind.persona.name, "scope": KeyScope.READ.value, "expires": "90d"}

    def read(self) -> KeysShown:
        """Return every key, and the last requests."""
        keys = self.view.home.keys
        return KeysShown(tuple(keys.list()), tuple(keys.audit(limit=MOST_REQUESTS)))

    def show(self, found: KeysShown) -> None:
        """Put them down."""
        say, view = self.say, self.view
        with blocks.card(say("keys"), hint=str(len(found.keys))):
            if not found.keys:
                blocks.empty("key_off", say("no_keys"), say("no_keys_hint"))
            with blocks.box("o-stack o-divided", tag="ul"):
                for key in reversed(found.keys):
                    self._line(key)
        with blocks.card(say("requests")):
            if not found.requests:
                blocks.text(say("no_requests"), classes="o-soft")
                return
            with blocks.box("o-stack o-stack--tight", tag="ul"):
                for entry in found.requests:
                    who = entry.key_id or say("this_machine")
                    told = f"{view.when(entry.at)} · {entry.method} {entry.route} · {entry.status} · {who}"
                    blocks.inert(told, tag="li", classes="o-text o-small o-number")

    def _line(self, key: ApiKey) -> None:
        say, view = self.say, self.view
        holds = key.holds_at(view.mind.now())
        with ui.element("li").classes("o-row o-row--spread"):
            with blocks.box("o-grow o-stack o-stack--tight"):
                blocks.inert(key.id, tag="code", classes="o-code")
                with blocks.box("o-row"):
                    blocks.chip(say(f"scope_{key.scope.value}"), colour="accent")
                    blocks.chip(say("opens_all") if key.persona is None else say("opens", name=key.persona))
                    ends = say("ends_never") if key.expires is None else say("ends", day=view.day(key.expires))
                    blocks.chip(ends)
                    if not holds:
                        blocks.chip(say("revoked" if key.revoked is not None else "expired"), colour="bad")
            if holds:
                label = say("revoke_label", id=key.id)
                blocks.button(say("revoke"), lambda: self._ask_revoke(key), kind="danger", icon="block", label=label)

    def _ask_revoke(self, key: ApiKey) -> None:
        async def revoke() -> None:
            gone = await asking.attempted(
                self.view, lambda: self.view.home.keys.revoke(key.id), scope=KeyScope.ADMIN, whole_home=True
            )
            if gone is not None:
                self.view.tell(self.say("is_revoked", id=key.id))

        what = self.say("revoke_what", id=key.id)
        asking.ask_first(self.view, self.say("revoke_title"), what, self.say("revoke"), revoke)

    def put_form(self) -> None:
        """Put down what makes a key."""
        say, asked = self.say, self.asked
        with blocks.card(say("new_key")):
            names = [persona.name for persona in self.view.home.personas()]
            by_number = {EVERYBODY: say("opens_all")} | {str(number): name for number, name in enumerate(names)}
            here = str(names.index(asked["persona"]))

            def choose(number: str) -> None:
                asked["persona"] = names[int(number)] if number else ""

            blocks.choice(say("for_whom"), by_number, here, choose)
            scopes = {scope.value: say(f"scope_{scope.value}") for scope in KeyScope}
            blocks.choice(say("may_do"), scopes, asked["scope"], lambda value: asked.update(scope=value))
            ends = {end: say(f"for_{end}") for end in ENDS}
            blocks.choice(say("holds_for"), ends, asked["expires"], lambda value: asked.update(expires=value))
            with blocks.box("o-row"):
                blocks.button(say("make_key"), self._make, icon="key", kind="main")

    async def _make(self) -> None:
        asked, keys, say = dict(self.asked), self.view.home.keys, self.say
        made = await asking.attempted(
            self.view,
            lambda: keys.add(persona=asked["persona"] or None, scope=asked["scope"], expires=asked["expires"]),
            scope=KeyScope.ADMIN,
            whole_home=True,
        )
        if made is None:
            return
        with self.view.window(say("key_made")):
            blocks.notice(say("shown_once"), kind="warm")
            blocks.inert(made.text, tag="code", classes="o-code o-text")
            with blocks.box("o-row"):
                blocks.button(say("copy"), lambda: ui.clipboard.write(made.text), icon="content_copy")
