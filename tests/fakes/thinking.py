"""What a model thinker needs around it, without a world: an ask, a ledger in memory, time that nobody waits for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from omoide.adapters.thinkers.meter import Meter, Purse
from omoide.adapters.thinkers.model.breaker import Breaker
from omoide.adapters.thinkers.model.connect import LazyWire
from omoide.adapters.thinkers.model.keys import Secret
from omoide.adapters.thinkers.model.loop import EventLoop
from omoide.adapters.thinkers.model.prompts import Prompts
from omoide.adapters.thinkers.model.thinker import ModelThinker
from omoide.adapters.thinkers.model.timing import Timing
from omoide.adapters.thinkers.model.wire import Request, Response, Wire
from omoide.asks.ask import Patience, Prompt, Role, fenced
from omoide.domain.models.model_role import ModelRole, Provider
from omoide.domain.models.spending import KNOWN_PRICES, Call, Caps, Price
from omoide.domain.personas.persona import PersonaId
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

HARU = PersonaId(1)
KEY = "sk-omoide-secret-0123456789abcdef"


class WeatherAnswer(BaseModel):
    """How warm it was, and what was said of it."""

    degrees: int = Field(ge=-80, le=60)
    words: str
    ids: list[int] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class AskWeather:
    """A small question, in the shape of all others."""

    text: str = "今日は暑い。"
    known_ids: tuple[int, ...] = (1, 2)

    NAME: ClassVar[str] = "weather"
    SCHEMA_VERSION: ClassVar[int] = 1
    ROLE: ClassVar[Role] = Role.INTERNAL
    PATIENCE: ClassVar[Patience] = Patience.CAN_WAIT
    SCHEMA: ClassVar[type[BaseModel]] = WeatherAnswer

    def render(self, *, language: Language, fence: str) -> Prompt:
        """Return the prompt."""
        system = (
            "天気をJSONで: degrees, words, ids" if language is Language.JA else "Weather as JSON: degrees, words, ids"
        )
        return Prompt(system, fenced(self.text, fence=fence))

    def parse(self, answer: BaseModel) -> tuple[int, str]:
        """Return degrees and words; refuse ids that were never shown."""
        assert isinstance(answer, WeatherAnswer)
        if unknown := sorted(set(answer.ids) - set(self.known_ids)):
            raise InvalidInput(f"unknown ids {unknown}")
        return answer.degrees, answer.words


class AskWeatherNow(AskWeather):
    """The same question, for somebody who cannot wait."""

    PATIENCE: ClassVar[Patience] = Patience.NOW


@dataclass
class Ticking:
    """A clock that stands still unless it is told to move, or somebody sleeps."""

    at: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> Moment:
        """Return the moment."""
        return Moment(int(self.at))

    def sleep(self, seconds: float) -> None:
        """Let the time pass at once."""
        self.slept.append(seconds)
        self.at += seconds

    @property
    def pace(self) -> Timing:
        """Return time and dice for a thinker; the dice always show 0, so waits are whole."""
        return Timing(monotonic=lambda: self.at, sleep=self.sleep, dice=lambda: 0.0)


@dataclass
class MemoryLedger:
    """A ledger in memory."""

    kept: list[Call] = field(default_factory=list)

    def add(self, call: Call) -> None:
        """Keep the call."""
        self.kept.append(call)

    def calls(self, *, since: Moment, until: Moment | None = None) -> list[Call]:
        """Return the calls of a stretch of time."""
        return [call for call in self.kept if since <= call.at and (until is None or call.at < until)]

    def spent_nano_usd(self, *, since: Moment) -> int:
        """Return what the calls since then cost."""
        return sum(call.nano_usd or 0 for call in self.kept if call.at >= since)


@dataclass
class MemoryPrices:
    """A price list in memory."""

    given: dict[str, Price] = field(default_factory=dict)

    def prices(self) -> Mapping[str, Price]:
        """Return all prices."""
        return {**KNOWN_PRICES, **self.given}

    def own(self) -> Mapping[str, Price]:
        """Return the owner's."""
        return self.given

    def set(self, model: str, price: Price | None) -> None:
        """Change one."""
        self.given.pop(model, None)
        if price is not None:
            self.given[model] = price


@dataclass
class Surroundings:
    """Everything around a thinker, kept to look at afterwards."""

    clock: Ticking = field(default_factory=Ticking)
    ledger: MemoryLedger = field(default_factory=MemoryLedger)
    caps: Caps = field(default_factory=Caps)
    prices: MemoryPrices = field(default_factory=MemoryPrices)
    loop: EventLoop = field(default_factory=EventLoop)
    wires: list[LazyWire] = field(default_factory=list)

    def purse(self) -> Purse:
        """Return the purse."""
        return Purse(self.ledger, self.prices, self.clock, ZoneInfo("Asia/Tokyo"), caps=self.caps)

    def thinker(
        self,
        role: ModelRole,
        *,
        wire: Wire | None = None,
        language: Language = Language.JA,
        prompts: Prompts | None = None,
        key: str = KEY,
        persona_id: PersonaId | None = HARU,
        fence: Callable[[], str] = lambda: "<<<fence>>>",
    ) -> ModelThinker:
        """Return a thinker over this wire, or over the real libraries."""
        if wire is None:
            lazy = LazyWire(role, key=lambda: Secret(key), loop=self.loop)
            self.wires.append(lazy)
            wire = lazy
        return ModelThinker(
            role=role,
            wire=wire,
            meter=Meter(self.purse(), persona_id=persona_id),
            breaker=Breaker(name=role.label, monotonic=lambda: self.clock.at),
            language=language,
            prompts=prompts or Prompts(),
            pace=self.clock.pace,
            fence=fence,
        )

    def close(self) -> None:
        """Let go of connections and the loop."""
        for wire in self.wires:
            wire.close()
        self.loop.close()


@dataclass
class CannedWire:
    """A wire that gives prepared responses, or raises prepared errors, in turn."""

    lines: list[Response | Exception]
    requests: list[Request] = field(default_factory=list)

    def send(self, request: Request) -> Response:
        """Return the next line; the last one again and again."""
        self.requests.append(request)
        line = self.lines[min(len(self.requests), len(self.lines)) - 1]
        if isinstance(line, Exception):
            raise line
        return line


MODELS = {
    Provider.OPENAI: "gpt-4o-mini",
    Provider.ANTHROPIC: "claude-haiku-4-5",
    Provider.GEMINI: "gemini-2.5-flash",
    Provider.OLLAMA: "qwen3",
    Provider.OPENROUTER: "anthropic/claude-haiku-4.5",
}


def role(provider: Provider, url: str, **changes: object) -> ModelRole:
    """Return a role at this address; OpenAI's family has its interface under /v1."""
    path = "" if provider in (Provider.ANTHROPIC, Provider.GEMINI) else "/v1"
    settings: dict[str, object] = {"timeout_seconds": 5.0, **changes}
    return ModelRole(provider, MODELS[provider], base_url=url + path, **settings)  # type: ignore[arg-type]
