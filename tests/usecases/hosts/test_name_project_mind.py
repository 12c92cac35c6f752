"""Which mind a project has: by its whole path, and the one it had in earlier versions where nobody else was heard."""

from collections.abc import Callable

import pytest

from omoide import Mind, Omoide
from omoide.domain.hosts.transcript import TranscriptTurn
from omoide.domain.time.moment import Moment


@pytest.fixture
def omoide(monkeypatch: pytest.MonkeyPatch, opened: Callable[..., Omoide]) -> Omoide:
    monkeypatch.setenv("OMOIDE_HOOKS__PERSONA_PER_PROJECT", "true")
    return opened()


def hear(mind: Mind, *, cwd: str) -> None:
    mind.host.capture([TranscriptTurn(f"key {cwd}", "hello", "yes", Moment(1_772_355_600), "s", cwd)])


def name_of(omoide: Omoide, folder: str) -> str:
    return omoide.mind_for_project(folder).persona.name


def test_projects_of_one_name_share_nothing(omoide: Omoide) -> None:
    hear(omoide.mind_for_project("/clientA/app"), cwd="/clientA/app")
    assert omoide.mind_for_project("/clientB/app").log() == []
    assert len(omoide.mind_for_project("/clientA/app").log()) == 1


def test_a_folder_named_like_a_persona_does_not_open_it(omoide: Omoide) -> None:
    omoide.persona("haru").observe(user="a word between us", assistant="yes")
    assert name_of(omoide, "/projects/haru") != "haru"


def test_a_persona_stays_closed_that_an_earlier_version_has_opened_to_a_folder(omoide: Omoide) -> None:
    omoide.persona("haru").observe(user="a word between us", assistant="yes")
    hear(omoide.mind("haru"), cwd="/projects/haru")
    assert name_of(omoide, "/projects/haru") != "haru"


def test_a_project_goes_on_with_the_mind_that_an_earlier_version_made_for_it(omoide: Omoide) -> None:
    hear(omoide.persona("app"), cwd="/clientA/app")
    hear(omoide.persona("app"), cwd="/clientA/app/src")
    assert name_of(omoide, "/clientA/app") == "app"
    assert name_of(omoide, "/clientB/app").startswith("app-")
    assert name_of(omoide, "/clientA/app") == "app", "what the other does changes nothing"


def test_a_mind_that_two_projects_shared_is_gone_on_with_by_neither(omoide: Omoide) -> None:
    for cwd in ("/clientA/app", "/clientB/app"):
        hear(omoide.persona("app"), cwd=cwd)
    assert len({"app", name_of(omoide, "/clientA/app"), name_of(omoide, "/clientB/app")}) == 3
    assert len(omoide.mind("app").log()) == 2
