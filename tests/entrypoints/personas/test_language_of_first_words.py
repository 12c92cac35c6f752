"""A new persona's language is that of what is first said to it: through the library, the command line and the hooks."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Omoide, SimulatedClock, Turn
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput
from tests import warm
from tests.entrypoints.command import command_in, ok
from tests.entrypoints.hooks.conftest import machines  # noqa: F401 - a fixture
from tests.entrypoints.hooks.host import Host
from tests.fakes.embedding import hashing

JAPANESE, ENGLISH = "今日は庭の梅が咲いたよ", "The plum tree in my garden is in bloom"


def test_the_first_turn_that_tells_decides_and_later_ones_do_not(opened: Callable[..., Omoide]) -> None:
    mind = opened().persona("haru")
    assert (mind.persona.language, mind.persona.is_language_open) == (Language.EN, True)
    mind.observe(user="ok", assistant="うん、わかった。")
    mind.observe(user="```\nprint('this is what you have')\n```", assistant="はい。")
    assert mind.persona.is_language_open
    mind.observe(user=JAPANESE, assistant="I see.")
    assert (mind.persona.language, mind.persona.is_language_open) == (Language.JA, False)
    mind.observe(user=ENGLISH, assistant="I see.")
    assert mind.persona.language is Language.JA
    assert opened().mind("haru").persona == mind.persona


def test_what_is_made_of_the_deciding_turn_is_in_its_language(
    opened: Callable[..., Omoide], clock: SimulatedClock
) -> None:
    mind = opened().persona("haru")
    assert mind.episodes.all() == []
    mind.observe(user=JAPANESE, assistant="梅、見てみたいな。")
    mind.digest()
    clock.advance(days=1)
    mind.episodes.update()
    assert "。" in mind.episodes.all()[0].summary
    assert "I " not in mind.episodes.all()[0].summary


def test_the_japanese_of_a_system_gives_way_to_english_words(
    opened: Callable[..., Omoide], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    mind = opened().persona("june")
    assert mind.persona.language is Language.JA
    mind.observe(user=ENGLISH)
    assert (mind.persona.language, mind.persona.is_language_open) == (Language.EN, False)


def test_a_language_that_was_chosen_stays(opened: Callable[..., Omoide], monkeypatch: pytest.MonkeyPatch) -> None:
    omoide = opened()
    omoide.add_persona("june", language="en")
    mind = omoide.mind("june")
    mind.observe(user=JAPANESE)
    assert mind.persona.language is Language.EN
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")
    by_setting = opened("another").persona("june")
    by_setting.observe(user=JAPANESE)
    assert (by_setting.persona.language, by_setting.persona.is_language_open) == (Language.EN, False)


def test_a_change_of_language_decides_and_any_other_change_does_not(opened: Callable[..., Omoide]) -> None:
    omoide = opened()
    mind = omoide.persona("haru")
    assert mind.change(name="春", timezone="Asia/Tokyo").is_language_open
    chosen = mind.change(language="en")
    assert (chosen.language, chosen.is_language_open) == (Language.EN, False)
    mind.observe(user=JAPANESE)
    assert mind.persona.language is Language.EN
    with pytest.raises(InvalidInput):
        mind.change(language="fr")


def test_whoever_did_not_hear_it_knows_it_too(opened: Callable[..., Omoide]) -> None:
    hears, other = opened().persona("haru"), opened().persona("haru")
    kept = other.memories
    hears.observe(user=JAPANESE)
    renamed = other.change(name="春")
    assert (renamed.language, renamed.is_language_open) == (Language.JA, False)
    assert other.memories is not kept
    late = opened().persona("june")
    first = opened().mind("june")
    first.observe(user=ENGLISH)
    late.observe(user=JAPANESE)
    assert (late.persona.language, first.persona.language) == (Language.EN, Language.EN)


def test_nothing_is_decided_by_a_turn_that_is_not_kept(opened: Callable[..., Omoide]) -> None:
    mind = opened().persona("haru")
    with pytest.raises(InvalidInput):
        mind.observe_many([(Turn(JAPANESE), None), (Turn("x" * 4_000_001), None)])
    assert mind.persona.is_language_open


def test_a_persona_that_was_erased_meanwhile_is_not_looked_for_in_vain(opened: Callable[..., Omoide]) -> None:
    mind, other = opened().persona("haru"), opened().persona("haru")
    other.erase(everything=True)
    assert mind.persona.name == "haru"


SPEAKER = """
import sys
from omoide import Omoide
with Omoide.open(sys.argv[1], beside="nowhere") as omoide:
    mind = omoide.persona("haru")
    for number in range(20):
        mind.observe(user=sys.argv[2], session_id=sys.argv[2])
        print(mind.persona.language.value, flush=True)
"""


@pytest.mark.slow
def test_of_two_processes_that_speak_at_once_one_decides_for_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    speakers = [warm.start("-c", SPEAKER, str(tmp_path), said) for said in (JAPANESE, ENGLISH, JAPANESE, ENGLISH)]
    heard = [set(each.communicate(timeout=120)[0].split()) for each in speakers]
    assert [each.returncode for each in speakers] == [0] * 4
    assert len(set.union(*heard)) == 1
    with Omoide.open(tmp_path, embedder=hashing()) as omoide:
        mind = omoide.mind("haru")
        first = min(mind.log(), key=lambda each: each.id)
        assert mind.persona.language is (Language.JA if first.user == JAPANESE else Language.EN)


@pytest.mark.slow
def test_on_the_command_line(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    made = json.loads(ok(run("persona", "add", "haru", "--json")))
    assert made["is_language_open"]
    assert "until somebody speaks" in ok(run("persona", "list", LANG="en_US.UTF-8"))
    ok(run("observe", "ok"))
    ok(run("observe", JAPANESE, "--assistant", "いいね。"))
    [known] = json.loads(ok(run("persona", "list", "--json")))
    assert (known["language"], known["is_language_open"]) == ("ja", False)
    assert "somebody" not in ok(run("persona", "show", "haru"))
    changed = json.loads(ok(run("persona", "set", "haru", "--language", "en", "--json")))
    assert changed["language"] == "en"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "language", "heading"), [(JAPANESE, "ja", "思い出であり"), (ENGLISH, "en", "they are recollections")]
)
def test_in_a_project_of_claude_code(
    machines: Callable[..., Host],  # noqa: F811 - the fixture
    said: str,
    language: str,
    heading: str,
) -> None:
    host = machines(OMOIDE_HOOKS__PERSONA_PER_PROJECT="true", LANG="en_US.UTF-8" if language == "ja" else "ja_JP.UTF-8")
    session = host.session()
    session.prompt(said)
    session.turn("ok", "…")
    session.turn(said, "梅 plum")
    host.settle()
    [known] = json.loads(host.cli("persona", "list", "--json"))
    assert (known["language"], known["is_language_open"]) == (language, False)
    assert heading in host.session().prompt(said).context.lower()
