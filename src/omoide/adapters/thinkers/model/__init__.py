"""A language model as thinker, through pydantic-ai-slim (the extra `models`).

breaker         a dead provider is left alone for a while, so that it does not slow every call
connect         the wire, made when the first question is asked: nobody without a model waits for a library or needs …
connections     everything around the models of one data home: connections, breakers, the purse, the answers that …
failures        what a provider's error means: try again, tell the owner, or never mind
jsontext        JSON out of what models write
keys            where a provider's key is found: the environment, else the keyring of the operating system
library         the wire through pydantic-ai-slim: one request, no retries of its own; only a talk is heard as it comes
library_batch   providers' batch interfaces through the library: half the price, an answer within a day
loop            one event loop in a thread of its own: the client libraries are asynchronous, Omoide is not
market_prices   what models cost on the market, as far as the library's own list knows; asked when no price of ours …
prompts         the owner's own wording: files `prompts/<ask>.<language>.md` in the data home replace a prompt's …
rate_limit      a limit on calls to a provider that all workers of a home share
reading         from a model's text to a validated answer
retry           exponential back-off with jitter, at most three times
speaker         a language model that speaks for a persona: a talk goes in, words come out as they are made
thinker         a language model as thinker: an ask goes in, a validated, typed answer comes out
timing          time and dice, passed in: tests never sleep, and the same dice give the same waits
wire            one request to a model, and what can come of it: values without a vendor
providers       how its models are made

The library takes seconds to import: only `wire` and `providers` import it, when the first question is asked.
"""
