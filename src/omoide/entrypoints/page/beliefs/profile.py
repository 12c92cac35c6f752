"""One of those the persona knows: the profile as it reads, what is believed, every edit; and editing it."""

from dataclasses import dataclass

from nicegui import ui

from omoide.domain.beliefs.state import State
from omoide.domain.entities.entity import Entity
from omoide.domain.entities.revision import EntityRevision
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.beliefs.beliefs import BeliefLine
from omoide.entrypoints.page.beliefs.words import TEXTS
from omoide.entrypoints.page.view import View

NAME = "beliefs"


@dataclass(frozen=True, slots=True)
class ProfileOnPage:
    """All that is shown of somebody."""

    entity: Entity
    beliefs: tuple[State, ...]
    history: tuple[EntityRevision, ...]


class OneProfile:
    """One profile as one browser looks at it."""

    def __init__(self, view: View, name: str) -> None:
        self.view = view
        self.name = name
        self.say = view.words(TEXTS)

    async def build(self) -> None:
        """Put everything down."""
        ui.link(f"‹ {self.say('back_to_people')}", self.view.link(NAME, part="people")).classes("o-link")
        await self.view.live(self._read, self._show)

    def _read(self) -> ProfileOnPage:
        entities = self.view.mind.entities
        found = entities.get(self.name)
        return ProfileOnPage(found.entity, tuple(found.beliefs), tuple(entities.history(self.name)))

    def _show(self, found: ProfileOnPage) -> None:
        say, entity = self.say, found.entity
        with blocks.box("o-columns o-columns--side"):
            with blocks.card(entity.name):
                if entity.aliases:
                    blocks.inert(say("aliases", names="、".join(entity.aliases)), classes="o-text o-soft o-small")
                if entity.is_archived:
                    with blocks.box("o-row"):
                        blocks.chip(say("put_away"))
                if entity.text.strip():
                    blocks.inert(entity.text, language=self.view.mind.persona.language)
                else:
                    blocks.text(say("profile_empty"), classes="o-soft")
                self._buttons(entity)
            with blocks.box("o-stack"):
                with blocks.card(say("believed_of"), hint=str(len(found.beliefs))):
                    if not found.beliefs:
                        blocks.text(say("nothing_believed"), classes="o-soft")
                    with blocks.box("o-stack o-divided", tag="ul"):
                        for state in found.beliefs:
                            BeliefLine(self.view, state).put()
                self._edits(found)

    def _buttons(self, entity: Entity) -> None:
        say, may, entities = self.say, self.view.may(), self.view.mind.entities
        with blocks.box("o-row"):
            blocks.button(say("edit"), lambda: self._edit(entity), icon="edit", is_open=may)
            blocks.button(say("rename"), lambda: self._rename(entity), icon="badge", is_open=may)
            if entity.is_archived:
                self._act("unarchive", "unarchive", lambda: entities.unarchive(entity.name))
            else:
                self._act("archive", "inventory_2", lambda: entities.archive(entity.name))
            blocks.button(say("remove"), lambda: self._remove(entity), icon="delete", kind="danger", is_open=may)

    def _act(self, name: str, icon: str, act: object) -> None:
        async def press() -> None:
            await self.view.attempt(act)  # type: ignore[arg-type]

        blocks.button(self.say(name), press, icon=icon, is_open=self.view.may())

    def _edit(self, entity: Entity) -> None:
        async def write(text: str) -> None:
            entities = self.view.mind.entities
            await self.view.attempt(
                lambda: entities.write(entity.name, text, mode="replace", base=entity.version), done=self.say("written")
            )

        asking.ask_words(self.view, self.say("edit"), self.say("profile"), self.say("save"), write, value=entity.text)

    def _rename(self, entity: Entity) -> None:
        async def rename(new: str) -> None:
            view = self.view
            if await view.attempt(lambda: view.mind.entities.rename(entity.name, new), done=self.say("renamed")):
                view.go(view.link(NAME, part="people", name=new))

        asking.ask_words(
            self.view,
            self.say("rename"),
            self.say("new_name"),
            self.say("rename"),
            rename,
            value=entity.name,
            is_long=False,
        )

    def _remove(self, entity: Entity) -> None:
        async def remove() -> None:
            view = self.view
            if await view.attempt(lambda: view.mind.entities.remove(entity.name, base=entity.version)):
                view.go(view.link(NAME, part="people"))

        what = self.say("remove_what", name=entity.name)
        asking.ask_first(self.view, self.say("remove_title"), what, self.say("remove"), remove)

    def _edits(self, found: ProfileOnPage) -> None:
        say, view = self.say, self.view
        with blocks.card(say("edits"), hint=str(len(found.history))), blocks.box("o-stack o-divided", tag="ol"):
            for step in reversed(found.history):
                with ui.element("li").classes("o-row o-row--spread"):
                    told = say(
                        "edit_step",
                        number=str(step.version),
                        when=view.when(step.at),
                        who=say(f"by_{step.author.value}"),
                    )
                    blocks.text(told, tag="span", classes="o-small")
                    if step.version != found.entity.version:
                        self._restore(found.entity, step.version)

    def _restore(self, entity: Entity, version: int) -> None:
        async def restore() -> None:
            entities = self.view.mind.entities
            await self.view.attempt(lambda: entities.restore(entity.name, version, base=entity.version))

        blocks.button(self.say("restore"), restore, kind="quiet", is_open=self.view.may())
