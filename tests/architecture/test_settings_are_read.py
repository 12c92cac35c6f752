"""Every setting is read somewhere: what can be set has an effect."""

from pathlib import Path

import pytest
from pydantic import BaseModel, create_model

from omoide.config.recall import Retrieval
from omoide.config.tree import Settings
from tests.architecture.setting_readers import sources_below, tree_of, unread

PACKAGE = Path(__file__).parents[2] / "src" / "omoide"


class Fading(BaseModel):
    slow: float = 0.9
    fast: float = 0.5


class Finding(BaseModel):
    most: int = 5


class Home(BaseModel):
    language: str = "ja"
    fading: Fading = Fading()
    finding: Finding = Finding()


@pytest.mark.slow
def test_every_setting_is_read() -> None:
    assert unread(Settings, sources_below(PACKAGE)) == []


@pytest.mark.slow
def test_a_setting_that_nobody_reads_is_found() -> None:
    retrieval = create_model("Retrieval", __base__=Retrieval, haunted=(bool, False))
    more = create_model("Settings", __base__=Settings, dreamt=(bool, False), retrieval=(retrieval, retrieval()))

    assert unread(more, sources_below(PACKAGE)) == ["dreamt", "retrieval.haunted"]


def test_a_tree_has_keys_and_sections() -> None:
    tree = tree_of(Home)

    assert tree.keys == {"language", "fading.slow", "fading.fast", "finding.most"}
    assert tree.sections == {"", "fading", "finding"}


@pytest.mark.parametrize(
    "source",
    [
        "def f(wiring): return wiring.configuration.settings.finding.most",
        "def f(wiring):\n    given = wiring.for_persona(1).settings.finding\n    return given.most",
        "def f(wiring):\n    settings = wiring.settings\n    finding = settings.finding\n    return [finding.most]",
        "from omoide.config import Finding\ndef f(*, given: Finding | None): return given.most",
        "from omoide.config import Home\n"
        "class A:\n    def _settings(self) -> Home: ...\n    def f(self): return self._settings().finding.most",
        "class A:\n    def __init__(self, w): self._given = w.settings.finding\n    def f(self): return self._given.most",
        "from omoide.config import Finding\nclass A:\n    given: Finding\n    def f(self): return self.given.most",
        "def f(w): return Rules(**w.settings.finding.model_dump())\ndef g(rules): return rules.most",
    ],
)
def test_a_reading_is_recognised(source: str) -> None:
    assert "finding.most" not in unread(Home, {"omoide.bootstrap.parts": source})


@pytest.mark.parametrize(
    "source",
    [
        "def f(hooks): return hooks.most",
        "def f(finding): return finding.most",
        "def f(settings): return settings.fading.most",
        "def f(w): return w.settings.finding",
        "def f(w): w.settings.finding.most_of_all()",
        "from omoide.usecases import Finding\ndef f(given: Finding): return given.most",
        "def f(w): return Rules(**w.settings.finding.model_dump())",
        "def f(w):\n    given = w.settings.finding\n    given = w.other\n    return given.most",
    ],
)
def test_another_thing_of_the_same_name_is_no_reading(source: str) -> None:
    assert "finding.most" in unread(Home, {"omoide.bootstrap.parts": source})


def test_checking_a_value_is_not_reading_it() -> None:
    source = (
        "class Finding(Section):\n    most: int = 5\n"
        '    @model_validator(mode="after")\n    def _check(self):\n        require(self.most > 0)\n'
    )

    assert "finding.most" in unread(Home, {"omoide.config.recall": source})
