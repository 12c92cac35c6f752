"""A dry run: the work that waits and the coming night, lived through on a copy, with nobody asked and nothing paid."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from omoide.adapters.embedders.counting import CountingEmbedder
from omoide.adapters.thinkers.estimating import EstimatingThinker, Expected
from omoide.adapters.thinkers.meter import Tariff
from omoide.bootstrap import DATABASE, OPENAI, Wiring, is_local
from omoide.domain.models import spending
from omoide.domain.personas.persona import Persona

EMBED = "embed"


def rehearsed(wiring: Wiring, persona: Persona, *, typical: Mapping[str, float]) -> dict[str, Expected]:
    """Return what digesting the turns that wait and the coming night would take, by purpose."""
    with TemporaryDirectory(prefix="omoide-rehearsal-") as folder:
        wiring.memories.upkeep.backup(Path(folder) / DATABASE)
        embedder = CountingEmbedder(wiring.embedder.space) if _is_paid(wiring) else None
        stage = Wiring(
            replace(wiring.configuration, home=Path(folder)),
            clock=wiring.clock,
            embedder=embedder or wiring.embedder,
            durable=False,
        )
        thinker = EstimatingThinker(wiring.thinking.models(persona), stage.thinking.rules(persona), typical)
        stage.thinking.substitute = thinker
        try:
            stage.growing.digest(persona)(persona)
            stage.memories.sleep(persona)(persona, early=True)
        finally:
            stage.close()
    expected = thinker.expected()
    return expected if embedder is None else expected | _of_vectors(wiring, embedder)


def _is_paid(wiring: Wiring) -> bool:
    return wiring.configuration.settings.embedding.provider == "openai"


def _of_vectors(wiring: Wiring, embedder: CountingEmbedder) -> dict[str, Expected]:
    if not embedder.calls:
        return {}
    embedding = wiring.configuration.settings.embedding
    tariff = Tariff(f"openai:{embedding.model}", is_local=is_local(embedding.base_url or OPENAI))
    price = wiring.thinking.plugs.purse.price(tariff)
    cost = None if price is None else spending.cost_nano_usd(embedder.usage, price=price)
    return {EMBED: Expected(embedder.calls, embedder.usage, cost)}
