"""Defaults < file < environment < persona, and each value knows where it came from."""

from pathlib import Path

import pytest

from omoide import config
from omoide.config import environment as surroundings
from omoide.config.editing import set_in_file
from omoide.config.layers import Layer, SettingOrigin
from omoide.domain.text.language import Language
from omoide.errors import ConfigurationUnavailable, InvalidSetting


def written(home: Path, document: str | bytes, *, name: str = "config.toml") -> Path:
    home.mkdir(parents=True, exist_ok=True)
    path = home / name
    path.write_bytes(document.encode() if isinstance(document, str) else document)
    return path


def test_each_source_wins_over_the_one_before(tmp_path: Path) -> None:
    path = written(tmp_path, "[retrieval]\ntop_k = 6\nneighbours = 2\nrelevance_threshold = 3\n")
    environ = {"OMOIDE_RETRIEVAL__NEIGHBOURS": "3", "OMOIDE_RETRIEVAL__RELEVANCE_THRESHOLD": "4"}

    loaded = config.load(tmp_path, environ, {"retrieval.relevance_threshold": "6"})

    retrieval = loaded.settings.retrieval
    assert (retrieval.top_k, retrieval.neighbours, retrieval.relevance_threshold) == (6, 3, 6)
    assert loaded.origin("retrieval.top_k") == SettingOrigin(Layer.FILE, str(path), 2)
    assert loaded.origin("retrieval.neighbours") == SettingOrigin(Layer.ENVIRONMENT, "OMOIDE_RETRIEVAL__NEIGHBOURS")
    assert loaded.origin("retrieval.relevance_threshold") == SettingOrigin(Layer.PERSONA)
    assert loaded.origin("retrieval.floor") == SettingOrigin(Layer.DEFAULT)


def test_two_personas_differ_without_seeing_each_other(tmp_path: Path) -> None:
    shared = config.load(tmp_path, {})

    haru = shared.for_persona({"retrieval.top_k": "3"})
    aki = haru.for_persona({"retrieval.neighbours": "4"})

    assert haru.value("retrieval.top_k") == 3
    assert aki.value("retrieval.top_k") == shared.value("retrieval.top_k") == 5
    assert aki.value("retrieval.neighbours") == 4


def test_part_of_a_category_leaves_its_other_half_at_its_own_default(tmp_path: Path) -> None:
    written(tmp_path, "[retention.decay_by_category.casual]\nmin = 0.75\n")

    casual = config.load(tmp_path, {}).settings.retention.decay_by_category.casual

    assert (casual.min, casual.max) == (0.75, 0.80)


@pytest.mark.parametrize(
    ("document", "line"),
    [
        ("retrieval.top_k = 7\n", 1),
        ("# 思い出\n[retrieval]\n\n  top_k = 7 # 七\n", 4),
        ("[ retrieval ]\n'top_k' = 7\n", 2),
        ("[levels]\nlevel1_threshold = 60\n\n[retrieval]\r\ntop_k = 7\r\n", 5),
        ("retrieval = { top_k = 7 }\n", None),
    ],
)
def test_a_value_of_the_file_knows_its_line(document: str, line: int | None, tmp_path: Path) -> None:
    written(tmp_path, document)

    loaded = config.load(tmp_path, {})

    assert loaded.value("retrieval.top_k") == 7
    assert loaded.origin("retrieval.top_k").line == line


@pytest.mark.parametrize("document", [b"", b"\n\n# nothing\n", b"\xef\xbb\xbf", b"\r\n"])
def test_an_empty_file_says_nothing(document: bytes, tmp_path: Path) -> None:
    written(tmp_path, document)

    assert all(entry.origin.layer is Layer.DEFAULT for entry in config.load(tmp_path, {}).entries())


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    written(tmp_path, b"\xef\xbb\xbf[retrieval]\r\ntop_k = 7\r\n")

    assert config.load(tmp_path, {}).value("retrieval.top_k") == 7


def test_sections_and_lists_come_as_json_and_single_variables_win_over_them(tmp_path: Path) -> None:
    environ = {
        "OMOIDE_LEVELS": '{"level1_threshold": 60, "level2_threshold": 30}',
        "OMOIDE_LEVELS__LEVEL2_THRESHOLD": "25",
        "OMOIDE_PRIVACY__NEVER_RECORD": '["パスワード", "(?i)secret"]',
    }

    settings = config.load(tmp_path, environ).settings

    assert (settings.levels.level1_threshold, settings.levels.level2_threshold) == (60, 25)
    assert settings.privacy.never_record == ("パスワード", "(?i)secret")


def test_an_empty_variable_and_the_known_other_ones_say_nothing(tmp_path: Path) -> None:
    environ = {
        "OMOIDE_RETRIEVAL__TOP_K": "",
        "OMOIDE_PERSONA": "haru",
        "OMOIDE_LOG": "debug",
        "OMOIDE_TEST_POSTGRES": "x",
        "OMOIDEX": "1",
        "PATH": "/bin",
    }

    assert all(entry.origin.layer is Layer.DEFAULT for entry in config.load(tmp_path, environ).entries())


def test_none_can_be_given_where_none_is_allowed(tmp_path: Path) -> None:
    written(tmp_path, "[cost]\ndaily_cap_usd = 2\n[retrieval]\nfloor = 0.4\n")

    loaded = config.load(tmp_path, {"OMOIDE_COST__DAILY_CAP_USD": "none"}, {"retrieval.floor": "None"})

    assert loaded.value("cost.daily_cap_usd") is None
    assert loaded.value("retrieval.floor") is None
    assert loaded.origin("retrieval.floor").layer is Layer.PERSONA


def test_the_home_is_the_argument_then_the_variable_then_below_the_users_own(tmp_path: Path) -> None:
    environ = {"OMOIDE_HOME": str(tmp_path / "思い出 の家")}

    assert config.resolve_home(tmp_path / "here", environ=environ) == tmp_path / "here"
    assert config.resolve_home(environ=environ) == tmp_path / "思い出 の家"
    assert config.resolve_home(environ={"OMOIDE_HOME": " "}) == Path.home() / ".omoide"
    assert config.resolve_home("relative", environ={}) == Path.cwd() / "relative"


def test_a_japanese_home_is_a_home_like_any_other(tmp_path: Path) -> None:
    home = tmp_path / "思い出 の家"
    written(home, '[embedding]\nprovider = "directory"\npath = "/模型/埋め込み"\n')

    loaded = config.load(environ={"OMOIDE_HOME": str(home)})

    assert loaded.home == home
    assert loaded.settings.embedding.path == "/模型/埋め込み"


def test_a_profile_is_another_file(tmp_path: Path) -> None:
    written(tmp_path, "[retrieval]\ntop_k = 6\n")
    dev = written(tmp_path, "[retrieval]\ntop_k = 8\n", name="dev.toml")
    prod = written(tmp_path, "[retrieval]\ntop_k = 9\n", name="prod.toml")

    assert config.load(tmp_path, {"OMOIDE_CONFIG": str(dev)}).value("retrieval.top_k") == 8
    assert config.load(tmp_path, {"OMOIDE_CONFIG": str(dev)}, file=prod).value("retrieval.top_k") == 9


def test_a_file_that_was_named_must_exist(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"no configuration file .*gone\.toml"):
        config.load(tmp_path, {"OMOIDE_CONFIG": str(tmp_path / "gone.toml")})


def test_a_home_that_cannot_even_be_looked_at_is_said_plainly(tmp_path: Path) -> None:
    for home in ("x" * 5000, str(tmp_path / ("家" * 300))):
        with pytest.raises(ConfigurationUnavailable, match="cannot read the configuration file"):
            config.load(home, {})
    with pytest.raises(InvalidSetting, match="NUL"):
        config.load("a\0b", {})


def test_a_link_that_leads_to_itself_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "config.toml").symlink_to(tmp_path / "config.toml")

    with pytest.raises(ConfigurationUnavailable):
        config.load(tmp_path, {})
    with pytest.raises(ConfigurationUnavailable):
        set_in_file(tmp_path, "retrieval.top_k", "7")


def test_a_directory_in_the_files_place_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()

    with pytest.raises(ConfigurationUnavailable, match="cannot read the configuration file"):
        config.load(tmp_path, {})


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "ja_JP.UTF-8"}, Language.JA),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "en_US.UTF-8"}, Language.EN),
        ({}, Language.EN),
        ({"LANG": "en_US.UTF-8", "OMOIDE_LANGUAGE": "ja"}, Language.JA),
    ],
)
def test_new_personas_speak_the_systems_language_unless_told(
    environ: dict[str, str], language: Language, tmp_path: Path
) -> None:
    assert config.load(tmp_path, environ).language is language


def test_new_personas_live_in_the_systems_time_zone_unless_told(tmp_path: Path) -> None:
    assert config.load(tmp_path, {"TZ": "Asia/Tokyo"}).timezone == "Asia/Tokyo"
    assert config.load(tmp_path, {"TZ": "Asia/Tokyo", "OMOIDE_TIMEZONE": "Europe/Paris"}).timezone == "Europe/Paris"
    assert surroundings.system_timezone({"TZ": "no/where"}, etc=tmp_path) == "UTC"
    (tmp_path / "timezone").write_text("America/Lima\n", encoding="utf-8")
    assert surroundings.system_timezone({}, etc=tmp_path) == "America/Lima"
    (tmp_path / "localtime").symlink_to("/usr/share/zoneinfo/Asia/Seoul")
    assert surroundings.system_timezone({}, etc=tmp_path) == "Asia/Seoul"


def test_a_purpose_takes_from_llm_what_it_does_not_say_itself(tmp_path: Path) -> None:
    written(
        tmp_path,
        """
        [llm]
        provider = "anthropic"
        max_tokens = 500
        api_key_env = "MY_KEY"
        [models.internal]
        temperature = 0.5
        [models.summary]
        provider = "openai"
        model = "gpt-4.1-mini"
        """,
    )
    loaded = config.load(tmp_path, {"MY_KEY": "hush-1", "OPENAI_API_KEY": "hush-2"})
    light, heavy = loaded.internal_model, loaded.summary_model

    assert (light.provider, light.model, light.max_tokens, light.temperature) == (
        "anthropic",
        "claude-3-5-haiku-20241022",
        500,
        0.5,
    )
    assert (heavy.provider, heavy.model, heavy.max_tokens, heavy.api_key_env) == ("openai", "gpt-4.1-mini", 500, None)
    light_key, heavy_key = loaded.api_key(light), loaded.api_key(heavy)
    assert light_key is not None
    assert heavy_key is not None
    assert (light_key.get_secret_value(), heavy_key.get_secret_value()) == ("hush-1", "hush-2")
    assert "hush" not in repr(loaded)
    assert config.load(tmp_path / "empty", {"ANTHROPIC_API_KEY": "k"}).api_key(loaded.settings.llm) is None
