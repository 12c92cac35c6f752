"""People and things with their profiles, what is proposed of names that recur, and the web of all of them."""

from dataclasses import dataclass

from nicegui import ui

from omoide.domain.entities.entity import Entity
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.tokens import normalised
from omoide.entrypoints.page import asking, blocks, charts
from omoide.entrypoints.page.beliefs import shown
from omoide.entrypoints.page.beliefs.shown import Web
from omoide.entrypoints.page.beliefs.words import TEXTS
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.view import View
from omoide.usecases.entities.proposals import ProposedEntity

NAME = "beliefs"
MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class PeopleShown:
    """All that this part of the page shows."""

    entities: tuple[Entity, ...]
    proposals: tuple[ProposedEntity, ...]
    web: Web


class PeopleList:
    """People and things as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.containing = ""
        self.is_archived = False
        self.region: LiveRegion[PeopleShown] | None = None

    async def build(self) -> None:
        """Put everything down."""
        say = self.say
        with blocks.box("o-filters"):
            field = blocks.field(say("find")).props("type=search clearable debounce=400")
            field.on_value_change(lambda event: self._asked(containing=str(event.value or "")))
            asking.ticked(say("put_away_too"), self.is_archived, lambda on: self._asked(is_archived=on))
            blocks.button(say("new"), self._new, icon="person_add", is_open=self.view.may())
        self.region = await self.view.live(self._read, self._show)

    async def _asked(self, **changes: object) -> None:
        for name, value in changes.items():
            setattr(self, name, value)
        if self.region is not None:
            await self.region.draw_again()

    def _read(self) -> PeopleShown:
        mind, sought = self.view.mind, normalised(self.containing)
        every = mind.entities.all(archived=self.is_archived)
        found = [each for each in every if any(sought in normalised(words) for words in (*each.names, each.text))]
        web = shown.web_of(
            [each for each in every if not each.is_archived], mind.beliefs.all(), user=self.say("about_user")
        )
        return PeopleShown(tuple(found[:MOST_LISTED]), tuple(mind.entities.proposals()), web)

    def _show(self, found: PeopleShown) -> None:
        say = self.say
        with blocks.box("o-columns o-columns--side"):
            with blocks.card(say("people"), hint=str(len(found.entities))):
                if not found.entities:
                    blocks.empty("groups", say("no_people"), say("no_people_hint"))
                with blocks.box("o-stack o-divided", tag="ul"):
                    for entity in found.entities:
                        self._line(entity)
            with blocks.box("o-stack"):
                self._web(found.web)
                self._proposals(found.proposals)

    def _line(self, entity: Entity) -> None:
        view, say = self.view, self.say
        with ui.element("li").classes("o-stack o-stack--tight"):
            with blocks.box("o-row"):
                with ui.link(target=view.link(NAME, part="people", name=entity.name)).classes("o-link"):
                    blocks.inert(entity.name, tag="span", classes="o-strong")
                if entity.is_archived:
                    blocks.chip(say("put_away"))
            if entity.aliases:
                blocks.inert(say("aliases", names="、".join(entity.aliases)), classes="o-text o-soft o-small")
            if entity.text.strip():
                blocks.inert(one_line(entity.text, longest=110), classes="o-text o-small")

    def _web(self, web: Web) -> None:
        say = self.say
        with blocks.card(say("web")):
            if not web.edges:
                blocks.text(say("web_empty"), classes="o-soft")
                return
            told = say("web_told", nodes=str(len(web.nodes)), edges=str(len(web.edges)))
            charts.put(shown.web_option(web, (say("web_people"), say("web_names"))), label=told, height_px=380)

    def _proposals(self, proposals: tuple[ProposedEntity, ...]) -> None:
        if not proposals:
            return
        with blocks.card(self.say("proposals")), blocks.box("o-stack o-divided", tag="ul"):
            for each in proposals:
                self._proposal(each)

    def _proposal(self, each: ProposedEntity) -> None:
        say, view, proposal = self.say, self.view, each.proposal
        number, may = int(proposal.id), view.may()

        async def accept() -> None:
            await view.attempt(lambda: view.mind.entities.accept(number), done=say("accepted"))

        async def dismiss() -> None:
            await view.attempt(lambda: view.mind.entities.dismiss(number), done=say("dismissed"))

        with ui.element("li").classes("o-stack o-stack--tight"):
            with blocks.box("o-row"):
                blocks.inert(proposal.name, tag="span", classes="o-strong")
                blocks.text(
                    say("proposal_told", uses=str(proposal.uses), days=proposal.days),
                    tag="span",
                    classes="o-soft o-small",
                )
            for line in each.lines[:3]:
                blocks.inert(line.text, classes="o-text o-small")
            with blocks.box("o-row"):
                label = say("accept_label", name=proposal.name)
                blocks.button(say("accept"), accept, icon="edit_note", label=label, is_open=may)
                label = say("dismiss_label", name=proposal.name)
                blocks.button(say("dismiss"), dismiss, kind="quiet", label=label, is_open=may)

    def _new(self) -> None:
        view, say = self.view, self.say
        with view.window(say("new")) as window:
            name = blocks.field(say("name"), most=100)
            text = blocks.field(say("profile"), is_long=True)

            async def write() -> None:
                named, words = str(name.value or ""), str(text.value or "")
                if await view.attempt(
                    lambda: view.mind.entities.write(named, words, mode="append"), done=say("written")
                ):
                    window.value = False

            blocks.button(say("write"), write, kind="main", icon="edit_note", is_open=view.may())
