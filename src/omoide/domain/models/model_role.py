"""Which model is meant, and how it may be used (SPEC L1; NEX INTERNAL_PROCESSING_MODEL, SUMMARIZATION_MODEL)."""

from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from omoide.errors import InvalidSetting


class Provider(StrEnum):
    """Whose wire format is spoken."""

    OPENAI = "openai"
    """OpenAI, or with a `base_url` anything that speaks like it: llama.cpp, vLLM, LM Studio, LiteLLM …"""
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    OLLAMA = "ollama"
    OPENROUTER = "openrouter"


class Output(StrEnum):
    """How the schema of an answer is given to the model."""

    AUTO = "auto"
    """By the provider's own JSON schema mode where the model has one, else in words."""
    NATIVE = "native"
    TOOL = "tool"
    """As the arguments of a function the model must call."""
    TEXT = "text"
    """In words only."""


NO_KEY: Final = "missing"
"""What is said of a role whose key is nowhere."""
DEFAULT_BASE_URLS = {
    Provider.OPENAI: "https://api.openai.com/v1",
    Provider.ANTHROPIC: "https://api.anthropic.com",
    Provider.GEMINI: "https://generativelanguage.googleapis.com",
    Provider.OLLAMA: "http://localhost:11434/v1",
    Provider.OPENROUTER: "https://openrouter.ai/api/v1",
}


@dataclass(frozen=True, slots=True)
class ModelRole:
    """One model in one part: the light one for small questions, or the heavy one for summaries."""

    provider: Provider
    model: str
    base_url: str | None = None
    temperature: float = 0.0
    max_tokens: int = 1024
    timeout_seconds: float = 60.0
    """For one call."""
    now_timeout_seconds: float = 5.0
    """For all calls together that answer an ask which cannot wait."""
    retries: int = 3
    """After a passing failure; asks that cannot wait are not tried again."""
    per_minute: int | None = None
    """Calls to its provider, by everybody together."""
    key_env: str | None = None
    """The environment variable that holds the key, when it is not the provider's usual one."""
    output: Output = Output.AUTO

    def __post_init__(self) -> None:
        """Refuse what no provider could take."""
        if not self.model.strip():
            raise InvalidSetting("a model role needs a model's name; an empty one was given")
        if urlsplit(self.url).scheme not in ("http", "https") or not urlsplit(self.url).hostname:
            raise InvalidSetting(f"base_url {self.base_url!r} is not a web address; write http://host:port/v1")
        for name in ("timeout_seconds", "now_timeout_seconds"):
            if not 0.0 < getattr(self, name) <= 3600.0:
                raise InvalidSetting(f"{name} must lie between 0 and 3600; it is {getattr(self, name)!r}")
        if not 0.0 <= self.temperature <= 2.0:
            raise InvalidSetting(f"temperature must lie between 0 and 2; it is {self.temperature!r}")
        if not 1 <= self.max_tokens <= 1_000_000:
            raise InvalidSetting(f"max_tokens must lie between 1 and 1,000,000; it is {self.max_tokens!r}")
        if not 0 <= self.retries <= 20:
            raise InvalidSetting(f"retries must lie between 0 and 20; it is {self.retries!r}")

    @property
    def label(self) -> str:
        """Return `provider:model`, as answers and the ledger name it."""
        return f"{self.provider}:{self.model}"

    @property
    def url(self) -> str:
        """Return where requests go."""
        return self.base_url or DEFAULT_BASE_URLS[self.provider]

    @property
    def is_local(self) -> bool:
        """Tell whether the model runs on this machine or network, so that its tokens cost nothing."""
        host = urlsplit(self.url).hostname or ""
        if host == "localhost" or host.endswith((".local", ".localhost", ".internal", ".lan")):
            return True
        try:
            return not ip_address(host).is_global
        except ValueError:
            return False

    @property
    def is_here(self) -> bool:
        """Tell whether the model runs on this very machine, so that no text leaves it."""
        return is_on_this_machine(self.url)

    @property
    def is_at_home(self) -> bool:
        """Tell whether requests go to the provider's own address, where its usual key belongs."""
        return urlsplit(self.url).hostname == urlsplit(DEFAULT_BASE_URLS[self.provider]).hostname


def is_on_this_machine(address: str) -> bool:
    """Tell whether a web address is this machine's own."""
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
