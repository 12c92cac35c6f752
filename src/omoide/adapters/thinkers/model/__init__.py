"""A language model as thinker, through pydantic-ai-slim (the extra `models`).

role        which model, and how it may be used    keys        the secret, from environment or keyring
wire        one request over the library           providers   OpenAI-compatible, Anthropic, Gemini
failures    what a provider's error means          retry       when to try again
breaker     leaving a dead provider alone          jsontext    JSON out of what models write
reading     JSON to a validated answer             prompts     the owner's own wording
thinker     all of it: ask in, typed answer out    market      listed prices
pace        time and dice                          loop        an event loop in a thread
connect     the wire at its first use              library_batch   providers' batch interfaces

The library takes seconds to import: only `wire` and `providers` import it, when the first question is asked.
"""
