"""Changing the file keeps what people wrote, and never leaves a broken one behind."""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide import config
from omoide.config import keys, text
from omoide.config.editing import set_in_file, unset_in_file
from omoide.config.keys import Key, by_name
from omoide.errors import ConfigurationUnavailable, InvalidSetting


def file_of(home: Path) -> str:
    return (home / "config.toml").read_bytes().decode("utf-8")


def test_set_then_get_in_a_home_that_did_not_exist(tmp_path: Path) -> None:
    home = tmp_path / "思い出" / "家"

    path = set_in_file(home, "retrieval.top_k", "7")

    assert path == home / "config.toml"
    assert config.load(home, {}).value("retrieval.top_k") == 7
    assert config.load(home, {}).origin("retrieval.top_k").line == 2


def test_comments_and_order_stay(tmp_path: Path) -> None:
    before = (
        "# 設定\nlanguage = 'ja'  # 日本語\n\n[retrieval] # 想起\ntop_k = 6 # 六\n\n[levels]\nlevel1_threshold = 55\n"
    )
    (tmp_path / "config.toml").write_text(before, encoding="utf-8")

    set_in_file(tmp_path, "retrieval.top_k", "7")
    set_in_file(tmp_path, "levels.level1_threshold", "60")

    assert file_of(tmp_path) == before.replace("top_k = 6", "top_k = 7").replace("= 55", "= 60.0")


def test_windows_line_ends_stay_and_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xef\xbb\xbf[retrieval]\r\ntop_k = 6\r\n")

    set_in_file(tmp_path, "retrieval.neighbours", "2")
    set_in_file(tmp_path, "language", "ja")

    assert file_of(tmp_path).count("\n") == file_of(tmp_path).count("\r\n") > 3
    loaded = config.load(tmp_path, {})
    assert (loaded.value("retrieval.top_k"), loaded.value("retrieval.neighbours")) == (6, 2)
    assert loaded.value("language") == "ja"


@pytest.mark.parametrize(
    "before",
    [
        "",
        "retention.base_decay_coefficient = 0.9\n",
        "retention = { base_decay_coefficient = 0.9 }\n",
        "[retention]\n",
        "retention.max_decay_coefficient = 1.0\nindex.checkpoint_items = 5\n[levels]\nlevel1_threshold = 60\n",
        "[retention.decay_by_category.work]\nmin = 0.8\n",
        "[levels]\nlevel1_threshold = 60\n[retention]\nbase_decay_coefficient = 0.9",
        "[retention.decay_by_category.work]\nmin = 0.8\n[levels]\n[retention]\nmax_decay_coefficient = 1.0\n",
    ],
)
def test_a_setting_finds_its_place_in_any_layout(before: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(before, encoding="utf-8")
    known = {entry.key.name: entry.value for entry in config.load(tmp_path, {}).entries()}

    set_in_file(tmp_path, "retention.base_decay_coefficient", "0.95")
    set_in_file(tmp_path, "retention.decay_by_category.casual.min", "0.6")

    changed = {"retention.base_decay_coefficient": 0.95, "retention.decay_by_category.casual.min": 0.6}
    assert {entry.key.name: entry.value for entry in config.load(tmp_path, {}).entries()} == known | changed


def test_what_is_not_allowed_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    set_in_file(tmp_path, "retrieval.top_k", "7")
    before = file_of(tmp_path)

    for key, value in [
        ("retrieval.top_k", "0"),
        ("retrieval.topk", "7"),
        ("levels.level1_threshold", "10"),
        ("retrieval", "7"),
        ("retrieval", '{"topk": 7}'),
        ("embedding.model", "a\0b"),
        ("embedding.model", "\udcff"),
        ("", "7"),
        (".", "7"),
    ]:
        with pytest.raises(InvalidSetting):
            set_in_file(tmp_path, key, value)

    assert file_of(tmp_path) == before
    assert {path.name for path in tmp_path.iterdir()} <= {".config.toml.lock", "config.toml"}


def test_settings_that_must_change_together_can(tmp_path: Path) -> None:
    set_in_file(tmp_path, "levels", '{"level1_threshold": 15, "level2_threshold": 10}')

    levels = config.load(tmp_path, {}).settings.levels
    assert (levels.level1_threshold, levels.level2_threshold, levels.level3_threshold) == (15, 10, 5)


def test_unset_goes_back_to_the_default(tmp_path: Path) -> None:
    set_in_file(tmp_path, "retrieval.top_k", "7")

    assert unset_in_file(tmp_path, "retrieval.top_k") is True
    assert unset_in_file(tmp_path, "retrieval.top_k") is False
    assert config.load(tmp_path, {}).value("retrieval.top_k") == 5
    assert unset_in_file(tmp_path / "nowhere", "retrieval.top_k") is False
    assert not (tmp_path / "nowhere").exists()


def test_unset_takes_mistakes_back_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        "[retrieval]\ntopk = 7\ntop_k = '7'\n[[llm]]\nx = 1\n[levels]\nlevel1_threshold = 60\n", encoding="utf-8"
    )

    for mistake in ("retrieval.topk", "retrieval.top_k", "llm"):
        assert unset_in_file(tmp_path, mistake)

    assert config.load(tmp_path, {}).value("levels.level1_threshold") == 60


def test_unset_refuses_what_would_leave_settings_that_do_not_fit(tmp_path: Path) -> None:
    set_in_file(tmp_path, "levels", '{"level1_threshold": 15, "level2_threshold": 10}')

    with pytest.raises(InvalidSetting, match="must descend"):
        unset_in_file(tmp_path, "levels.level2_threshold")
    with pytest.raises(InvalidSetting, match=r"did you mean levels\.level2_threshold"):
        unset_in_file(tmp_path, "levels.level2_treshold")


def test_set_repairs_the_setting_it_sets(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[retrieval]\ntop_k = 'seven'\n", encoding="utf-8")

    set_in_file(tmp_path, "retrieval.top_k", "7")

    assert config.load(tmp_path, {}).value("retrieval.top_k") == 7


def test_a_link_stays_a_link_and_the_mode_stays(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("[retrieval]\ntop_k = 6\n", encoding="utf-8")
    real.chmod(0o600)
    (tmp_path / "config.toml").symlink_to(real)

    set_in_file(tmp_path, "retrieval.top_k", "7")

    assert (tmp_path / "config.toml").is_symlink()
    assert tomllib.loads(real.read_text(encoding="utf-8")) == {"retrieval": {"top_k": 7}}
    assert real.stat().st_mode & 0o777 == 0o600


def test_a_home_that_cannot_be_written_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("I am a file", encoding="utf-8")

    with pytest.raises(ConfigurationUnavailable, match="cannot write the configuration file"):
        set_in_file(tmp_path / "home", "retrieval.top_k", "7")


def test_two_processes_setting_at_once_lose_nothing(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from omoide.config.editing import set_in_file\n"
        "for n in range(1, 21): set_in_file(Path(sys.argv[1]), sys.argv[2], str(n))\n"
    )
    keys = ["retrieval.top_k", "retrieval.neighbours"]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    processes = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path), key], env=environ, stderr=subprocess.PIPE)
        for key in keys
    ]

    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors

    assert tomllib.loads(file_of(tmp_path)) == {"retrieval": {"top_k": 20, "neighbours": 20}}
    assert not list(tmp_path.glob("*.tmp")) + list(tmp_path.glob(".*.tmp"))


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40).filter(
    lambda value: value.strip().casefold() not in ("", "none", "null")
)


def limits(key: Key) -> tuple[float, float]:
    low, _, high = key.allowed.removesuffix(", or none").partition(", ")[2].replace("<", "≤").split(" ≤ ")
    return float(low), float(high)


@st.composite
def allowed_values(draw: st.DrawFn) -> tuple[Key, object]:
    key = draw(st.sampled_from(keys()))
    if key.may_be_none and draw(st.booleans()):
        return key, None
    if key.choices:
        return key, draw(st.sampled_from(key.choices))
    match key.type:
        case "bool":
            return key, draw(st.booleans())
        case "int":
            low, high = limits(key)
            return key, draw(st.integers(int(low), int(high)))
        case "float":
            low, high = limits(key)
            return key, draw(st.floats(low, high, exclude_min="<" in key.allowed))
        case "list":
            return key, tuple(draw(st.lists(TEXT, max_size=3)))
        case "text":
            return key, draw(TEXT)


@settings(max_examples=150, deadline=None)
@given(allowed_values())
def test_every_allowed_value_survives_being_text(pair: tuple[Key, object]) -> None:
    key, value = pair

    assert text.read(key, text.write(value)) == value


@settings(max_examples=100, deadline=None)
@given(allowed_values(), allowed_values())
def test_what_was_set_is_what_is_got_or_is_refused_without_a_trace(
    first: tuple[Key, object], second: tuple[Key, object]
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        home, kept = Path(directory), {key.name: key.default for key in keys()}
        for key, value in (first, second):
            try:
                set_in_file(home, key.name, text.write(value))
            except InvalidSetting:
                continue
            kept[key.name] = value
        loaded = {entry.key.name: entry.value for entry in config.load(home, {}).entries()}
        assert loaded == kept


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(list(by_name())), st.text(max_size=30))
def test_any_text_is_taken_or_refused_by_name(name: str, given_text: str) -> None:
    refusal, origin = "", None
    try:
        origin = config.load("/nowhere-at-all", {}, {name: given_text}).origin(name)
    except InvalidSetting as exc:
        refusal = str(exc)

    assert name.partition(".")[0] in refusal or origin == config.SettingOrigin(config.Layer.PERSONA)
