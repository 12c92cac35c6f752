"""Language models and what they may cost (SPEC L1–L3, X6).

`llm` is the model for everything.  `models.internal` (light, often) and `models.summary` (heavy, seldom) say only
where they differ from it.
"""

from typing import ClassVar, Literal

from pydantic import model_validator

from omoide.config.recall import VARIABLE_NAME
from omoide.config.section import Section, Text, WebAddress, require, setting

Provider = Literal["rules", "openai", "anthropic", "gemini", "ollama"]

KEY_VARIABLES = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "gemini": "GEMINI_API_KEY"}
"""Where each provider's key is looked for when `api_key_env` names no variable."""

_ADDRESS_HINT = "http(s) address without user name or password"
_NAME_HINT = "NAME of an environment variable, in capitals; never the key itself"


class LanguageModel(Section):
    """The model that answers Omoide's questions; `rules` is built in and needs none."""

    ja: ClassVar[str] = "言語モデル（rulesは内蔵規則、モデル不要）"
    provider: Provider = setting("rules", "who answers; rules = built in, no key, no network", "LLMプロバイダー")
    model: Text = setting("claude-3-5-haiku-20241022", "name of the model", "LLMモデル", min_length=1)
    base_url: WebAddress | None = setting(
        None,
        "address of the server; none = the provider's own",
        "サーバーのURL。noneなら提供元の既定",
        hint=_ADDRESS_HINT,
        private=True,
    )
    api_key_env: str | None = setting(
        None,
        "NAME of the environment variable that holds the key; none = the provider's usual one",
        "APIキーを入れた環境変数の名前（キーそのものではない）。noneなら提供元の通例",
        hint=_NAME_HINT,
        private=True,
        pattern=VARIABLE_NAME,
        max_length=64,
    )
    temperature: float = setting(0.0, "0 = the same answer each time", "生成時の温度（0で決定的）", ge=0, le=2)
    max_tokens: int = setting(1024, "longest answer", "最大出力トークン数", ge=1, le=1_000_000)
    timeout_seconds: float = setting(60.0, "longest wait for one answer", "1回答の制限時間（秒）", gt=0, le=3600)
    retries: int = setting(3, "tries again after a passing failure", "一時的エラーの再試行回数", ge=0, le=20)
    per_minute: int | None = setting(
        None,
        "most calls a minute to its provider, by all workers of the home together; none = no limit",
        "提供元を呼ぶ回数の上限（1分あたり、ホームの働き手すべての合計）。noneなら制限なし",
        ge=1,
        le=100_000,
    )

    @model_validator(mode="after")
    def _model_fits(self) -> "LanguageModel":
        elsewhere = self.provider == "ollama" or (self.provider in ("openai", "gemini") and self.base_url is None)
        require(
            not (elsewhere and self.model.startswith("claude")),
            f"provider {self.provider} has no model of this name; set model first, or provider and model together",
            "provider",
            "model",
        )
        return self


class ModelChoice(Section):
    """A model for one purpose; what is none is taken from `llm`."""

    ja: ClassVar[str] = "用途別のモデル。noneの項目はllmに従う"
    provider: Provider | None = setting(None, "who answers; none = as llm", "プロバイダー。noneならllmに従う")
    model: Text | None = setting(None, "name of the model; none = as llm", "モデル。noneならllmに従う", min_length=1)
    base_url: WebAddress | None = setting(
        None, "address of the server", "サーバーのURL", hint=_ADDRESS_HINT, private=True
    )
    api_key_env: str | None = setting(
        None,
        "NAME of the environment variable that holds the key",
        "APIキーを入れた環境変数の名前（キーそのものではない）",
        hint=_NAME_HINT,
        private=True,
        pattern=VARIABLE_NAME,
        max_length=64,
    )
    temperature: float | None = setting(None, "none = as llm", "生成時の温度。noneならllmに従う", ge=0, le=2)
    max_tokens: int | None = setting(None, "none = as llm", "最大出力トークン数。noneならllmに従う", ge=1, le=1_000_000)
    timeout_seconds: float | None = setting(None, "none = as llm", "制限時間（秒）。noneならllmに従う", gt=0, le=3600)
    retries: int | None = setting(None, "none = as llm", "再試行回数。noneならllmに従う", ge=0, le=20)
    per_minute: int | None = setting(None, "none = as llm", "1分あたりの上限。noneならllmに従う", ge=1, le=100_000)

    @model_validator(mode="after")
    def _another_provider_names_its_model(self) -> "ModelChoice":
        require(
            self.provider in (None, "rules") or self.model is not None,
            "a provider of its own needs a model of its own; set model first, or provider and model together",
            "provider",
            "model",
        )
        return self

    def over(self, llm: LanguageModel) -> LanguageModel:
        """Return the model to use: this choice where it says something, `llm` elsewhere.

        Another provider never inherits the address and key of the first.
        """
        inherited = llm.model_dump()
        if self.provider not in (None, llm.provider):
            inherited |= {"base_url": None, "api_key_env": None}
        chosen = {name: value for name, value in self.model_dump().items() if value is not None}
        return LanguageModel.model_construct(**(inherited | chosen))


class Models(Section):
    """Models set apart by purpose."""

    ja: ClassVar[str] = "用途別のモデル"
    internal: ModelChoice = ModelChoice()
    summary: ModelChoice = ModelChoice()


class Cost(Section):
    """What remote models may cost before Omoide stops asking them."""

    ja: ClassVar[str] = "費用の上限（超えるとリモートのモデルを呼ばない）"
    daily_cap_usd: float | None = setting(None, "most spent a day; none = no cap", "1日の上限（米ドル）", ge=0, le=1e6)
    monthly_cap_usd: float | None = setting(
        None, "most spent a month; none = no cap", "1か月の上限（米ドル）", ge=0, le=1e6
    )

    @model_validator(mode="after")
    def _ordered(self) -> "Cost":
        if self.daily_cap_usd is not None and self.monthly_cap_usd is not None:
            require(
                self.daily_cap_usd <= self.monthly_cap_usd,
                "daily_cap_usd must not be above monthly_cap_usd",
                "daily_cap_usd",
                "monthly_cap_usd",
            )
        return self
