"""What is held in memory of each mind, by whoever holds anything, under one budget: minds used least recently leave whole.

Nothing is taken from a reader: who has got something out keeps it until it is done, and what has left is read anew by the next.
Locks here are held for moments, never while anything is read.
"""

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any, Generic, TypeVar, overload

from omoide.domain.personas.persona import PersonaId
from omoide.domain.upkeep.residency import leaving

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")
DefaultT = TypeVar("DefaultT")

OVERHEAD_BYTES = 400
"""What each thing that is held takes beside itself: keys, entries, small objects."""
STRIPES = 64
UNBOUNDED = sys.maxsize
_NOTHING = object()


class HeldMinds:
    """Knows what everybody holds of each mind, and has the least recently used ones let go."""

    def __init__(self, *, most_bytes: int = UNBOUNDED) -> None:
        self._most = most_bytes
        self._total = 0
        self.lock = threading.Lock()
        """Held for moments by whoever changes what is held."""
        self._sizes: OrderedDict[PersonaId, int] = OrderedDict()
        """What is held of each mind in bytes, the one used least recently first."""
        self._parts: list[HeldPart[Any, Any]] = []

    @property
    def held_bytes(self) -> int:
        """Return what is held of all minds."""
        return self._total

    @property
    def minds(self) -> list[PersonaId]:
        """Return the minds of which anything is held, the one used least recently first."""
        with self.lock:
            return list(self._sizes)

    def by_mind(self, weight: Callable[[ValueT], int]) -> "HeldPart[PersonaId, ValueT]":
        """Return where somebody may hold one thing of each mind, given what such a thing takes in bytes."""
        return self._with(HeldPart(self, mind_of=lambda key: key, weight=weight))

    def by_mind_and(self, weight: Callable[[ValueT], int]) -> "HeldPart[tuple[PersonaId, KeyT], ValueT]":
        """Return where somebody may hold several things of each mind, told apart by a second key."""
        return self._with(HeldPart(self, mind_of=lambda key: key[0], weight=weight))

    def _with(self, part: "HeldPart[KeyT, ValueT]") -> "HeldPart[KeyT, ValueT]":
        with self.lock:
            self._parts.append(part)
        return part

    def used(self, mind: PersonaId, *, more: int = 0) -> None:
        """Note, with the lock held, that a mind is used and takes so many bytes more; who must then leave, leaves."""
        self._total += more
        size = self._sizes.get(mind, 0) + more
        if size > 0:
            self._sizes[mind] = size
            self._sizes.move_to_end(mind)
        else:
            self._sizes.pop(mind, None)
        if self._total > self._most:
            self._let_go()

    def forget(self, mind: PersonaId) -> None:
        """Have all that is held of a mind read anew: it has become another one."""
        with self.lock:
            self._drop(mind)

    def _let_go(self) -> None:
        for mind in leaving(self._sizes.items(), total=self._total, most=self._most):
            self._drop(mind)

    def _drop(self, mind: PersonaId) -> None:
        self._total -= self._sizes.pop(mind, 0)
        for part in self._parts:
            part.forget(mind)


class HeldPart(MutableMapping[KeyT, ValueT], Generic[KeyT, ValueT]):
    """What one holder holds of minds.  A thing that has grown is put in again, so that it is weighed again."""

    def __init__(
        self, minds: HeldMinds, *, mind_of: Callable[[KeyT], PersonaId], weight: Callable[[ValueT], int]
    ) -> None:
        self._minds = minds
        self._mind_of = mind_of
        self._weight = weight
        self._values: dict[PersonaId, dict[KeyT, tuple[ValueT, int]]] = {}

    def __getitem__(self, key: KeyT) -> ValueT:
        """Return what is held; the mind has been used now."""
        mind = self._mind_of(key)
        with self._minds.lock:
            value, _ = self._values[mind][key]
            self._minds.used(mind)
        return value

    def __setitem__(self, key: KeyT, value: ValueT) -> None:
        """Hold it; other minds may leave for it."""
        mind, size = self._mind_of(key), self._weight(value) + OVERHEAD_BYTES
        with self._minds.lock:
            held = self._values.setdefault(mind, {})
            before = held[key][1] if key in held else 0
            held[key] = value, size
            self._minds.used(mind, more=size - before)

    def __delitem__(self, key: KeyT) -> None:
        """Let go of it; raise `KeyError` when it is not held."""
        if self.pop(key, _NOTHING) is _NOTHING:
            raise KeyError(key)

    @overload
    def pop(self, key: KeyT) -> ValueT: ...
    @overload
    def pop(self, key: KeyT, default: DefaultT) -> ValueT | DefaultT: ...
    def pop(self, key: KeyT, default: object = None) -> object:
        """Let go of it and return it, or what is given instead; in one step, for it may leave at any moment."""
        mind = self._mind_of(key)
        with self._minds.lock:
            if key not in (held := self._values.get(mind, {})):
                return default
            value, size = held.pop(key)
            self._minds.used(mind, more=-size)
        return value

    def __iter__(self) -> Iterator[KeyT]:
        """Yield the keys of all that is held now."""
        with self._minds.lock:
            return iter([key for held in self._values.values() for key in held])

    def __len__(self) -> int:
        """Return how many things are held."""
        with self._minds.lock:
            return sum(map(len, self._values.values()))

    def forget(self, mind: PersonaId) -> None:
        """Let go of everything of a mind, with the lock held; only for whoever keeps the budget."""
        self._values.pop(mind, None)


class Stripes:
    """A few locks for very many minds: whoever looks at one seldom waits for whoever looks at another."""

    def __init__(self) -> None:
        self.locks = tuple(threading.Lock() for _ in range(STRIPES))

    def of(self, mind: PersonaId) -> threading.Lock:
        """Return the lock of a mind."""
        return self.locks[mind % STRIPES]
