"""What the persona sees before it answers: `mind.context`.

context = mind.context([{"role": "user", "content": "猫は元気？"}], session_id="chat-1")
client.chat.completions.create(model="gpt-4o", messages=context.for_openai(messages))
"""

from omoide.bootstrap.context import ContextFactory
from omoide.config import Settings
from omoide.domain.context.composition import Context
from omoide.domain.context.conversation import GivenMessages, conversation_of
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.domain.time.simulated_clock import SimulatedClock
from omoide.errors import InvalidInput

MOST_TOKENS = 10_000_000


def composed(
    parts: ContextFactory,
    persona: Persona,
    messages: GivenMessages,
    *,
    settings: Settings,
    session_id: str,
    budget_tokens: int | None,
    model: str | None,
    now: Moment | None,
    preview: bool,
) -> Context:
    """Return the context for these messages."""
    conversation = conversation_of(messages)
    most = settings.context.budget_tokens if budget_tokens is None else _budget(budget_tokens)
    count = parts.counters.of(settings.context.model if model is None else model)
    compose = parts.compose(persona, clock=None if now is None else SimulatedClock(now))
    return compose(persona, conversation, session_id=session_id, budget_tokens=most, count=count, preview=preview)


def _budget(tokens: int) -> int:
    if type(tokens) is not int or not 0 <= tokens <= MOST_TOKENS:
        raise InvalidInput(f"a budget is a number of tokens from 0 to {MOST_TOKENS:,}; {tokens!r} was given")
    return tokens
