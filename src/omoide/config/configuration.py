"""The settings in force and where each came from: defaults < file < environment < persona."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError
from pydantic_core import ErrorDetails

from omoide.config import environment as surroundings
from omoide.config import layers, text
from omoide.config.keys import Key, by_name, headings
from omoide.config.layers import Given, Layer, SettingOrigin, Values
from omoide.config.models import KEY_VARIABLES, LanguageModel
from omoide.config.recall import Embedding
from omoide.config.removed import was_setting
from omoide.config.tree import Settings
from omoide.domain.text.language import Language
from omoide.errors import InvalidSetting

_DEFAULT = SettingOrigin(Layer.DEFAULT)


@dataclass(frozen=True, slots=True)
class SettingEntry:
    """One setting, its value in force, and where that came from; of one that may hold a secret, what may be shown of it."""

    key: Key
    value: object
    origin: SettingOrigin


@dataclass(frozen=True, slots=True)
class Configuration:
    """The typed tree, the paths, and the origin of each value."""

    home: Path
    file: Path
    settings: Settings
    _shared: Values = field(repr=False)
    """What file and environment say."""
    _own: Values = field(repr=False)
    """What the persona says."""
    _environ: Mapping[str, str] = field(repr=False)

    def value(self, name: str) -> object:
        """Return the value in force of one setting; raise `InvalidSetting` when there is no such key."""
        return self.entry(name).value

    def origin(self, name: str) -> SettingOrigin:
        """Return where the value in force came from."""
        return self.entry(name).origin

    def entry(self, name: str) -> SettingEntry:
        """Return one setting with value and origin."""
        if name in headings():
            raise InvalidSetting(f"{name} is a section; `omoide config show {name}` shows its settings")
        if name not in by_name():
            raise layers.unknown(name, _DEFAULT)
        value: Any = self.settings
        for part in name.split("."):
            value = getattr(value, part)
        given = self._own.get(name) or self._shared.get(name)
        if (shown_as := by_name()[name].shown_as) is not None and isinstance(value, str):
            value = shown_as(value)
        return SettingEntry(by_name()[name], value, given.origin if given else _DEFAULT)

    def entries(self, section: str | None = None) -> Iterator[SettingEntry]:
        """Yield every setting, or those of one section and its sub-sections."""
        if section is not None and section not in headings() and section not in by_name():
            raise layers.unknown(section, _DEFAULT)
        for name in by_name():
            if section is None or name == section or name.startswith(f"{section}."):
                yield self.entry(name)

    @property
    def without_effect(self) -> tuple[tuple[str, SettingOrigin], ...]:
        """Return the settings of earlier versions that somebody still gives, and where: they do nothing."""
        given = {**self._shared, **self._own}
        return tuple((name, each.origin) for name, each in given.items() if was_setting(name))

    def for_persona(self, overrides: Mapping[str, str]) -> "Configuration":
        """Return the configuration of a persona with these settings of its own, without reading the file again."""
        own = layers.of_persona(overrides)
        return Configuration(
            home=self.home,
            file=self.file,
            settings=settings_of({**self._shared, **own}),
            _shared=self._shared,
            _own=own,
            _environ=self._environ,
        )

    @property
    def language(self) -> Language:
        """Return the language of new personas, and of what Omoide itself says."""
        chosen = self.settings.language
        return surroundings.system_language(self._environ) if chosen == "auto" else Language(chosen)

    @property
    def is_language_chosen(self) -> bool:
        """Tell whether somebody chose the language of new personas."""
        return self.settings.language != "auto"

    @property
    def timezone(self) -> str:
        """Return the IANA name of the time zone of new personas."""
        chosen = self.settings.timezone
        return surroundings.system_timezone(self._environ) if chosen == "auto" else chosen

    @property
    def internal_model(self) -> LanguageModel:
        """Return the light model, for what is asked often."""
        return self.settings.models.internal.over(self.settings.llm)

    @property
    def summary_model(self) -> LanguageModel:
        """Return the heavy model, for what is asked seldom."""
        return self.settings.models.summary.over(self.settings.llm)

    def key_variable(self, model: LanguageModel | Embedding) -> str | None:
        """Return the name of the environment variable that should hold the key; none when no key is needed."""
        return model.api_key_env or KEY_VARIABLES.get(model.provider)

    def api_key(self, model: LanguageModel | Embedding) -> SecretStr | None:
        """Return the key a model needs, from the environment; none when there is none."""
        variable = self.key_variable(model)
        secret = self._environ.get(variable, "").strip() if variable else ""
        return SecretStr(secret) if secret else None


def load(
    home: str | Path | None = None,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, str] | None = None,
    *,
    file: str | Path | None = None,
) -> Configuration:
    """Read all sources and return the configuration; raise `InvalidSetting` naming everything that is wrong.

    `home` and `file` are what `--home` and `--config` said; `overrides` are a persona's own settings.
    A file that somebody named must exist; the one in the home need not.
    """
    environ = os.environ if environ is None else environ
    resolved = surroundings.resolve_home(home, environ=environ)
    path, named = surroundings.resolve_file(resolved, file, environ=environ)
    there = layers.is_there(path)
    if named and not there:
        raise InvalidSetting(
            f"there is no configuration file {path}; create it, or name another (--config, OMOIDE_CONFIG)"
        )
    shared = {**(layers.of_file(path) if there else {}), **layers.of_environment(environ)}
    own = layers.of_persona(overrides or {})
    settings = settings_of({**shared, **own})
    return Configuration(resolved, path, settings, shared, own, dict(environ))


def settings_of(values: Values) -> Settings:
    """Return the validated tree with these values over the defaults."""
    tree: dict[str, Any] = Settings().model_dump()
    for name, given in values.items():
        if was_setting(name):
            continue
        *parents, leaf = name.split(".")
        branch = tree
        for parent in parents:
            branch = branch[parent]
        branch[leaf] = given.value
    try:
        return Settings.model_validate(tree)
    except ValidationError as exc:
        problems = dict.fromkeys(_explained(problem, values) for problem in exc.errors(include_url=False))
        raise InvalidSetting("\n".join(problems)) from None


def _explained(problem: ErrorDetails, values: Values) -> str:
    location = [str(part) for part in problem["loc"]]
    if problem["type"] == "rule":
        return _broken_rule(".".join(location), problem["ctx"], values)
    name = next(
        ".".join(location[:end]) for end in range(len(location), 0, -1) if ".".join(location[:end]) in by_name()
    )
    key, given = by_name()[name], values.get(name, Given(by_name()[name].default, _DEFAULT))
    shown = "(not shown)" if key.private else text.quoted(given.value)
    detail = f": {problem['ctx']['error']}" if problem["type"] == "value_error" and not key.private else ""
    return f"{name} = {shown} (from {given.origin}) is not allowed{detail}; allowed: {key.allowed}"


def _broken_rule(section: str, context: Mapping[str, Any], values: Values) -> str:
    """Return the message for settings that do not fit together, with the value and origin of each."""
    involved = []
    for relative in context["keys"]:
        name = f"{section}.{relative}" if section else relative
        given = values.get(name, Given(by_name()[name].default, _DEFAULT))
        involved.append(f"{name} = {text.quoted(given.value)} (from {given.origin})")
    return f"{section}: {context['message']}; now {', '.join(involved)}"
