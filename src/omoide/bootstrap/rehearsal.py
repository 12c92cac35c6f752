"""A dry run: the work that waits and the coming night, lived through on a copy, with nobody asked and nothing paid."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from omoide.adapters.embedders.counting import CountingEmbedder
from omoide.adapters.readers.builtin import shared_reader
from omoide.adapters.thinkers.estimating import EstimatingThinker
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.bootstrap import embedding
from omoide.bootstrap.foundation import DATABASE
from omoide.bootstrap.home import Home, Opening
from omoide.domain.models import spending
from omoide.domain.models.estimate import Expected
from omoide.domain.personas.persona import Persona

EMBED = "embed"


def rehearsed(home: Home, persona: Persona, *, typical: Mapping[str, float]) -> dict[str, Expected]:
    """Return what digesting the turns that wait and the coming night would take, by purpose."""
    configuration = home.foundation.configuration
    counting = CountingEmbedder(home.embedder.space) if embedding.is_paid(configuration) else None
    embedder = counting or home.embedder
    rules = RulesThinker(
        language=persona.language, embedder=embedder, reader=shared_reader()
    )  # not the home's own: its embedder may be paid
    thinker = EstimatingThinker(home.models.models(persona), rules, typical, home.models.is_silent(persona))
    with TemporaryDirectory(prefix="omoide-rehearsal-") as folder:
        home.upkeep.files.backup(Path(folder) / DATABASE)
        opening = Opening(
            environ={},
            clock=home.foundation.clock,
            embedder=embedder,
            thinker=thinker,
            durable=False,
        )
        copy = Home.of(replace(configuration, home=Path(folder)), opening)
        try:
            copy.understanding.digest(persona)(persona)
            copy.nights.sleep(persona)(persona, early=True)
            copy.episodes.nightly(persona)(persona, between=_at_once)
            copy.entities.nightly(persona)(persona, between=_at_once)
            copy.topics.nightly(persona)(persona, between=_at_once)
        finally:
            copy.close()
    expected = thinker.expected()
    return expected if counting is None else expected | _of_vectors(home, counting)


def _at_once() -> None:
    """Let nobody go first."""


def _of_vectors(home: Home, counting: CountingEmbedder) -> dict[str, Expected]:
    if not counting.calls:
        return {}
    price = home.models.purse.price(home.models.embedding_tariff)
    cost = None if price is None else spending.cost_nano_usd(counting.usage, price=price)
    return {EMBED: Expected(counting.calls, counting.usage, cost)}
