"""A mistake is named: the key, the value, where it came from, what is allowed.  Secrets are not."""

from pathlib import Path

import pytest

from omoide import config
from omoide.errors import InvalidSetting


def refusal(home: Path, document: str = "", environ: dict[str, str] | None = None, **overrides: str) -> str:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(document, encoding="utf-8")
    with pytest.raises(InvalidSetting) as caught:
        config.load(home, environ or {}, {key.replace("__", "."): value for key, value in overrides.items()})
    return str(caught.value)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ('[retrieval]\ntop_k = "7"\n', ["retrieval.top_k = '7'", "config.toml:2", "int, 1 ≤ x ≤ 1000"]),
        ("[retrieval]\ntop_k = 7.5\n", ["retrieval.top_k = 7.5", "int, 1 ≤ x ≤ 1000"]),
        ("[retrieval]\ntop_k = true\n", ["retrieval.top_k = true", "int, 1 ≤ x ≤ 1000"]),
        ("[retrieval]\ntop_k = 0\n", ["retrieval.top_k = 0", "int, 1 ≤ x ≤ 1000"]),
        ("[retrieval]\ntop_k = [7]\n", ["retrieval.top_k = [7]"]),
        ("[retrieval]\nfloor = nan\n", ["retrieval.floor = nan", "or none"]),
        ("[retrieval.top_k]\nx = 1\n", ["retrieval.top_k =", "int, 1 ≤ x ≤ 1000"]),
        ("[relations]\nenable_auto_linking = 1\n", ["relations.enable_auto_linking = 1", "true | false"]),
        ('[archive]\ndelete_condition_mode = "XOR"\n', ["'XOR'", "AND | OR"]),
        ('timezone = "Asia/Tokio"\n', ["timezone = 'Asia/Tokio'", "config.toml:1", "Asia/Tokyo"]),
        ('[privacy]\nnever_record = ["("]\n', ["privacy.never_record", "not a regular expression"]),
        ("[privacy]\nnever_record = [1]\n", ["privacy.never_record = [1]", "JSON list"]),
        ("retrieval = 7\n", ["retrieval", "is a section", "top_k"]),
    ],
)
def test_a_wrong_value_of_the_file_is_named_with_what_is_allowed(
    document: str, expected: list[str], tmp_path: Path
) -> None:
    message = refusal(tmp_path, document)

    assert all(part in message for part in expected), message


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        ("[retrieval]\ntopk = 7\n", "retrieval.top_k"),
        ("[retreival]\n", "retrieval"),
        ("top_k = 7\n", "retrieval.top_k"),
        ("[levels]\nlevel1_treshold = 7\n", "levels.level1_threshold"),
        ("[index]\ntop_k = 7\n", "retrieval.top_k"),
    ],
)
def test_an_unknown_key_comes_with_what_was_probably_meant(document: str, meant: str, tmp_path: Path) -> None:
    assert f"did you mean {meant}?" in refusal(tmp_path, document)


def test_an_unknown_key_like_nothing_we_have_comes_without_a_guess(tmp_path: Path) -> None:
    message = refusal(tmp_path, "[retrieval]\nqqqqqqqqzzzzzzzzxxxxxxxx = 1\n")

    assert "did you mean" not in message
    assert "config show" in message


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("OMOIDE_RETRIEVAL_TOP_K", "OMOIDE_RETRIEVAL__TOP_K"),
        ("OMOIDE_RETRIEVAL__TOPK", "OMOIDE_RETRIEVAL__TOP_K"),
        ("OMOIDE_HOMES", "OMOIDE_HOME"),
        ("OMOIDE_LANGAUGE", "OMOIDE_LANGUAGE"),
    ],
)
def test_an_unknown_variable_comes_with_what_was_probably_meant(variable: str, meant: str, tmp_path: Path) -> None:
    message = refusal(tmp_path, environ={variable: "hush"})

    assert f"environment variable {variable} names no setting; did you mean {meant}?" in message
    assert "hush" not in message


def test_a_wrong_variable_is_named_with_its_value(tmp_path: Path) -> None:
    message = refusal(tmp_path, environ={"OMOIDE_RETRIEVAL__TOP_K": "seven"})

    assert "retrieval.top_k = 'seven' (from OMOIDE_RETRIEVAL__TOP_K) is not allowed" in message


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    message = refusal(tmp_path, "[retrieval]\ntop_k = 0\nneighbours = -1\n", {"OMOIDE_INDEX__CHUNK_OVERLAP": "-1"})

    assert len(message.splitlines()) == 3


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ("[retention.decay_by_category.work]\nmin = 0.95\n", "min must not be above max"),
        ("[retention]\nmax_decay_coefficient = 0.99\n", "base_decay_coefficient must not be above"),
        (
            "[retention]\nmax_decay_coefficient = 0.99\nbase_decay_coefficient = 0.9\n",
            "the max of emotional must not be above",
        ),
        ("[levels]\nlevel2_threshold = 50\n", "the thresholds must descend"),
        ("[compression]\nlevel1_ratio = 0.5\n", "the ratios add up to 1.15"),
        ("[index]\nchunk_overlap = 300\n", "chunk_overlap must be below chunk_characters"),
        ('[embedding]\nprovider = "directory"\n', "provider directory needs path"),
        ("[mood]\nshock_min_half_life_hours = 73\n", "shock_min_half_life_hours must not be above"),
        ("[mood]\nbaseline_half_life_hours = 24\n", "shock_max_half_life_hours must not be above"),
        ('[llm]\nprovider = "openai"\n', "provider openai has no model of this name"),
        ('[models.summary]\nprovider = "gemini"\n', "needs a model of its own"),
        ("[cost]\ndaily_cap_usd = 5\nmonthly_cap_usd = 4\n", "daily_cap_usd must not be above"),
    ],
)
def test_settings_that_do_not_fit_together_are_named_with_values_and_origins(
    document: str, named: str, tmp_path: Path
) -> None:
    message = refusal(tmp_path, document)

    assert named in message
    assert "config.toml:" in message


def test_a_rule_broken_by_several_sources_names_each(tmp_path: Path) -> None:
    message = refusal(
        tmp_path, "[cost]\ndaily_cap_usd = 5\n", {"OMOIDE_COST__MONTHLY_CAP_USD": "6"}, cost__daily_cap_usd="7"
    )

    assert "cost.daily_cap_usd = 7.0 (from persona)" in message
    assert "cost.monthly_cap_usd = 6.0 (from OMOIDE_COST__MONTHLY_CAP_USD)" in message


def test_a_persona_cannot_differ_in_what_concerns_the_whole_home(tmp_path: Path) -> None:
    for name in ("server.hook_deadline_ms", "embedding.provider", "language"):
        with pytest.raises(InvalidSetting, match=f"{name} concerns the whole data home"):
            config.load(tmp_path, {}, {name: "1"})


@pytest.mark.parametrize("document", ["[retrieval\n", "top_k = \n", "a = 1\na = 2\n", "x = '\0'\n"])
def test_broken_toml_is_refused_with_its_line(document: str, tmp_path: Path) -> None:
    message = refusal(tmp_path, document)

    assert "config.toml is not valid TOML" in message
    assert "line" in message


def test_toml_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    assert "not valid TOML" in refusal(tmp_path, "x = " + "[" * 100_000)


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes("language = '日本語'".encode("utf-16"))

    with pytest.raises(InvalidSetting, match="not UTF-8"):
        config.load(tmp_path, {})


@pytest.mark.parametrize(
    "document",
    [
        '[llm]\napi_key_env = "sk-hush-hush"\n',
        '[llm]\napi_key_env = "AIzaHushHush"\n',
        '[llm]\napi_key = "hush"\n',
        '[llm]\nbase_url = "https://me:hush@example.org"\n',
        '[embedding]\nbase_url = "hush"\n',
        '[embedding]\napi_key_env = ["hush"]\n',
    ],
)
def test_a_secret_in_the_wrong_place_is_never_repeated(document: str, tmp_path: Path) -> None:
    assert "hush" not in refusal(tmp_path, document).lower()


def test_a_huge_value_is_cut_in_the_message(tmp_path: Path) -> None:
    assert len(refusal(tmp_path, environ={"OMOIDE_RETRIEVAL__TOP_K": "9" * 1_000_000})) < 500


def test_broken_unicode_is_refused_in_words_that_can_be_printed(tmp_path: Path) -> None:
    message = refusal(tmp_path, environ={"OMOIDE_EMBEDDING__MODEL": "model\udcff"})

    assert "embedding.model" in message
    message.encode()


def test_a_section_is_not_a_setting(tmp_path: Path) -> None:
    loaded = config.load(tmp_path, {})

    with pytest.raises(InvalidSetting, match="retrieval is a section"):
        loaded.entry("retrieval")
    with pytest.raises(InvalidSetting, match=r"did you mean retrieval\.top_k"):
        loaded.entry("retrieval.topk")
    with pytest.raises(InvalidSetting, match="did you mean retrieval"):
        list(loaded.entries("retreival"))
