"""Omoide (思い出): one continuous, human-like memory for an AI persona.

    from omoide import Omoide

    mind = Omoide.open().persona("haru")
    mind.observe(user="猫の名前はモモだよ", assistant="モモちゃん、覚えたよ")
    for hit in mind.recall("うちの猫、なんて名前だっけ"):
        print(hit.text, hit.why)

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING, Any

from omoide.__about__ import __version__

if TYPE_CHECKING:
    from omoide.domain.events.event import Event, Turn
    from omoide.domain.recall.recollection import Recollection
    from omoide.domain.time.simulated_clock import SimulatedClock
    from omoide.entrypoints.library.home import Omoide
    from omoide.entrypoints.library.mind import Mind
    from omoide.errors import NotFound, OmoideError, Refused, Unavailable

__all__ = [
    "Event",
    "Mind",
    "NotFound",
    "Omoide",
    "OmoideError",
    "Recollection",
    "Refused",
    "SimulatedClock",
    "Turn",
    "Unavailable",
    "__version__",
]

_HOMES = {
    "Event": "omoide.domain.events.event",
    "Mind": "omoide.entrypoints.library.mind",
    "NotFound": "omoide.errors",
    "Omoide": "omoide.entrypoints.library.home",
    "OmoideError": "omoide.errors",
    "Recollection": "omoide.domain.recall.recollection",
    "Refused": "omoide.errors",
    "SimulatedClock": "omoide.domain.time.simulated_clock",
    "Turn": "omoide.domain.events.event",
    "Unavailable": "omoide.errors",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'omoide' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
