"""Every setting: looked at, and changed for this persona; what is not allowed is refused and said why."""

from nicegui import ui

from omoide.domain.text.language import Language
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.settings import forms
from omoide.entrypoints.page.settings.forms import SWITCH, SettingShown
from omoide.entrypoints.page.settings.words import ORIGINS, TEXTS
from omoide.entrypoints.page.view import View
from omoide.entrypoints.web.caller import KeyScope

Settings = tuple[SettingShown, ...]
FIRST_SECTION = "retrieval"


async def build(view: View) -> None:
    """Put everything down."""
    await SettingList(view).build()


class SettingList:
    """The settings as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        wanted = view.query.get("section", FIRST_SECTION)
        self.section = wanted if wanted in forms.sections() else FIRST_SECTION
        self.containing = view.query.get("q", "")
        self.is_changed = False
        self.region: LiveRegion[Settings] | None = None

    async def build(self) -> None:
        """Put everything down."""
        say, language = self.say, self.view.language
        names = {name: forms.section_told(name, general=say("general"), language=language) for name in forms.sections()}
        with blocks.box("o-filters"):
            blocks.choice(say("section"), names, self.section, lambda name: self._asked(section=name))
            field = blocks.field(say("search"), value=self.containing).props("type=search clearable debounce=400")
            field.on_value_change(lambda event: self._asked(containing=str(event.value or "")))
            asking.ticked(say("changed_only"), self.is_changed, lambda on: self._asked(is_changed=on))
        self.region = await self.view.live(self._read, self._show)

    async def _asked(self, **changes: object) -> None:
        for name, value in changes.items():
            setattr(self, name, value)
        if self.region is not None:
            await self.region.draw_again()

    def _read(self) -> Settings:
        return forms.shown(
            self.view.mind.configuration,
            section=self.section,
            containing=self.containing,
            changed_only=self.is_changed,
            language=self.view.language,
        )

    def _show(self, found: Settings) -> None:
        if not found:
            blocks.empty("tune", self.say("none"))
            return
        with blocks.card(label=self.say("settings")), blocks.box("o-stack o-divided", tag="ul"):
            for setting in found:
                self._line(setting)

    def _line(self, setting: SettingShown) -> None:
        say = self.say
        with ui.element("li").classes("o-setting"):
            with blocks.box("o-stack o-stack--tight"):
                blocks.text(setting.key, tag="code", classes="o-code")
                blocks.text(setting.about, classes="o-small")
                with blocks.box("o-row"):
                    blocks.chip(say("default", value=setting.default))
                    origin = ORIGINS[setting.origin][self.view.language is Language.JA]
                    colour: blocks.Colour = "accent" if setting.is_own else ""
                    blocks.chip(say("from_origin", origin=origin), colour=colour)
            with blocks.box("o-stack o-stack--tight"):
                if setting.is_whole_home:
                    blocks.inert(setting.value or "—", tag="span", classes="o-text o-strong")
                    told = say("whole_home", file=self.view.home.configuration.file.name)
                    blocks.text(told, classes="o-soft o-small")
                else:
                    self._control(setting)

    def _control(self, setting: SettingShown) -> None:
        say, may = self.say, self.view.may(KeyScope.ADMIN)
        if setting.choices:
            words = dict(zip(SWITCH, (say("on"), say("off")), strict=True))
            options = {choice: words.get(choice, choice) for choice in setting.choices}
            blocks.choice(
                setting.key,
                options,
                setting.value,
                lambda value: self._choose(setting.key, value),
                is_label_shown=False,
            )
        else:
            self._typed(setting)
        if setting.is_own:
            label = say("reset_label", key=setting.key)
            blocks.button(
                say("reset"), lambda: self._set(setting.key, None), icon="undo", kind="quiet", label=label, is_open=may
            )

    def _typed(self, setting: SettingShown) -> None:
        with blocks.box("o-row"):
            field = blocks.field(setting.key, value=setting.value, hint=setting.default)
            field.props("stack-label hide-bottom-space")

            async def keep() -> None:
                await self._set(setting.key, str(field.value or ""))

            field.on("keydown.enter", keep)
            label = self.say("set_label", key=setting.key)
            blocks.button(self.say("set"), keep, label=label, is_open=self.view.may(KeyScope.ADMIN))
        blocks.text(self.say("allowed", what=setting.allowed), classes="o-soft o-small")

    async def _choose(self, key: str, value: str) -> None:
        if not await self._set(key, value) and self.region is not None:
            await self.region.draw_again()  # a choice that was refused stands as it was

    async def _set(self, key: str, value: str | None) -> bool:
        return await self.view.attempt(
            lambda: self.view.mind.set(key, value), done=self.say("kept"), scope=KeyScope.ADMIN
        )
