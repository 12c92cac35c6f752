"""One memory: its text at each level, how it fades, what it is linked to, what happened to it, and what can be done to it."""

from nicegui import ui

from omoide.config import domain_rules
from omoide.domain.memories.level_texts import LevelText
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Chapter
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.entrypoints.page import blocks, charts
from omoide.entrypoints.page.charts import keyed
from omoide.entrypoints.page.memories import acts, shown
from omoide.entrypoints.page.memories.shown import MemoryOnPage, named
from omoide.entrypoints.page.memories.words import CATEGORIES, CAUSES, KINDS, TEXTS, VALENCES, level_told
from omoide.entrypoints.page.timeline.words import FEELINGS
from omoide.entrypoints.page.view import View
from omoide.usecases.memories.manual_edits import Foreseen

NAME = "memories"


async def build(view: View, label: str) -> None:
    """Put one memory down; it follows the store by itself."""
    say = view.words(TEXTS)
    ui.link(f"‹ {say('back_to_all')}", view.link(NAME)).classes("o-link")
    blocks.heading(say("memory"))
    await view.live(lambda: shown.read(view.mind, label), OneMemory(view).show)


class OneMemory:
    """Puts one memory down."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.is_ja = view.language is Language.JA

    def show(self, found: MemoryOnPage) -> None:
        """Put everything down."""
        self._head(found)
        with blocks.box("o-columns o-columns--side"):
            with blocks.box("o-stack"):
                self._texts(found)
                self._curve(found)
                self._related(found)
            with blocks.box("o-stack"):
                self._facts(found)
                self._origin(found)
                self._history(found)

    def _head(self, found: MemoryOnPage) -> None:
        memory, say, may = found.memory, self.say, self.view.may()
        with blocks.card(label=say("actions")):
            with blocks.box("o-row"):
                blocks.chip(memory.label)
                blocks.chip(level_told(memory.current_level, self.view.language), colour="accent")
                if memory.protected:
                    blocks.chip(say("protected"), colour="good")
                if found.is_waiting:
                    blocks.chip(say("waits"), colour="warm")
            with blocks.box("o-row"):
                if memory.protected:
                    self._button("release", "remove_moderator", found, may=may)
                else:
                    self._button("protect", "shield", found, may=may and not found.is_waiting)
                if memory.is_archived:
                    self._button("restore", "unarchive", found, may=may)
                else:
                    self._button("archive", "inventory_2", found, may=may)
                blocks.button(say("erase"), lambda: self._erase(found), icon="delete", kind="danger", is_open=may)

    def _button(self, act: str, icon: str, found: MemoryOnPage, *, may: bool) -> None:
        async def press() -> None:
            await acts.do(self.view, act, [found.memory.label], after=self._nothing)

        blocks.button(self.say(act), press, icon=icon, is_open=may)

    async def _nothing(self) -> None:
        """Leave it to the store, which the page follows."""

    def _erase(self, found: MemoryOnPage) -> None:
        async def leave() -> None:
            self.view.go(self.view.link(NAME))

        acts.ask_to_erase(self.view, [found.memory], after=leave)

    def _texts(self, found: MemoryOnPage) -> None:
        with blocks.card(self.say("texts"), hint=self.say("texts_hint")):
            for text in found.texts:
                mark = (self.say("now"),) if text.is_now else ()
                with blocks.details(level_told(text.level, self.view.language), is_open=text.is_now, chips=mark):
                    self._text(text, found)

    def _text(self, text: LevelText, found: MemoryOnPage) -> None:
        if text.text is None:
            is_over = text.level < min(found.memory.current_level, Level.TRACE)
            blocks.text(self.say("text_gone" if is_over else "text_to_come"), classes="o-soft o-small")
            return
        with blocks.box("o-stack o-stack--tight"):
            for words in (text.text.trigger, text.text.content):
                if words.strip():
                    blocks.inert(words, language=self.view.mind.persona.language, classes="o-text o-text--clipped")

    def _curve(self, found: MemoryOnPage) -> None:
        view, say = self.view, self.say
        rules = domain_rules.night_rules(view.mind.configuration.settings).levels
        told = shown.curve_told(found.memory, found.curve, say)
        with blocks.card(say("fades")):
            option = shown.curve_option(
                found.curve, say, persona=view.mind.persona, rules=rules, language=view.language
            )
            charts.put(option, label=told)
            blocks.text(told)
            if found.foreseen:
                with blocks.box("o-stack o-stack--tight", tag="ul"):
                    for each in found.foreseen:
                        blocks.text(self._foreseen(each), tag="li", classes="o-small o-soft")
            elif not found.memory.is_archived and not found.memory.protected:
                blocks.text(say("no_falls"), classes="o-small o-soft")

    def _foreseen(self, each: Foreseen) -> str:
        fall, language = each.fall, self.view.language
        before, after = level_told(fall.before, language), level_told(fall.after, language)
        name = "stays" if fall.is_a_stay else "falls"
        why = CAUSES[fall.cause][self.is_ja]
        return self.say(name, day=self.view.day(fall.at), before=before, after=after, why=why)

    def _related(self, found: MemoryOnPage) -> None:
        view, say = self.view, self.say
        with blocks.card(say("related")):
            if not found.related:
                blocks.text(say("no_relations"), classes="o-soft")
                return
            told = say("web_told", count=str(len(found.related)))
            charts.put(shown.web_option(found.memory, found.related, view.language), label=told, height_px=240)
            with blocks.box("o-stack o-stack--tight", tag="ul"):
                for relation, other in found.related[: shown.MOST_RELATED]:
                    way = say("leads_to" if relation.source == found.memory.id else "reached_from")
                    with ui.element("li"), blocks.box("o-row"):
                        blocks.chip(f"{way} {KINDS[relation.type][self.is_ja]}")
                        with ui.link(target=view.link(NAME, id=other.label)).classes("o-link o-grow"):
                            blocks.inert(named(other), tag="span", language=view.mind.persona.language)

    def _facts(self, found: MemoryOnPage) -> None:
        memory, say, view = found.memory, self.say, self.view
        valence = keyed(VALENCES, memory.emotional_valence.value, is_ja=self.is_ja)
        rows = [
            ("when", view.when(memory.created)),
            ("category", keyed(CATEGORIES, memory.category, is_ja=self.is_ja)),
            ("feeling", " · ".join([valence, *(FEELINGS[tag][self.is_ja] for tag in memory.emotional_tags)])),
            ("intensity", f"{memory.emotional_intensity} / 100"),
            ("left", f"{memory.retention_score:.1f} / 100"),
            ("decay", say("a_day", value=f"{memory.decay_coefficient:.3f}")),
            ("recalled", say("times", count=memory.recall_count)),
            ("keywords", "、".join(memory.keywords) if self.is_ja else ", ".join(memory.keywords)),
            ("kept_until", "" if memory.kept_until is None else view.day(memory.kept_until)),
        ]
        with blocks.card(say("facts")), ui.element("dl").classes("o-facts"):
            for name, value in rows:
                if value:
                    blocks.text(say(name), tag="dt")
                    blocks.inert(value, tag="dd")

    def _origin(self, found: MemoryOnPage) -> None:
        with blocks.card(self.say("said")):
            if found.origin is None:
                blocks.text(self.say("no_origin"), classes="o-soft")
                return
            for who, words in (("user", found.origin.user), ("assistant", found.origin.assistant or "")):
                if words:
                    blocks.text(self.say(who), tag="h3")
                    blocks.inert(words, classes="o-text o-text--clipped")
            day = moment.day(found.origin.created, tz=self.view.mind.persona.tz)
            ui.link(self.say("that_day"), self.view.link("timeline", day=day.isoformat())).classes("o-link o-small")

    def _history(self, found: MemoryOnPage) -> None:
        with blocks.card(self.say("history")), blocks.box("o-stack o-stack--tight o-divided", tag="ol"):
            for chapter in found.history:
                with ui.element("li").classes("o-stack o-stack--tight"):
                    blocks.text(CAUSES[chapter.cause][self.is_ja], tag="span")
                    blocks.text(self._step(chapter), tag="span", classes="o-soft o-small o-number")

    def _step(self, chapter: Chapter) -> str:
        language, parts = self.view.language, [self.view.when(chapter.at)]
        if (
            chapter.level_before is not None
            and chapter.level_after is not None
            and chapter.level_before != chapter.level_after
        ):
            before, after = level_told(chapter.level_before, language), level_told(chapter.level_after, language)
            parts.append(self.say("step", before=before, after=after))
        return " · ".join([*parts, self.say("score", score=f"{chapter.retention_score:.0f}")])
