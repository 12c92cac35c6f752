"""Keys for the doors over the wire, and who did what with them."""

import secrets
from functools import cached_property

from omoide.adapters.keys.shared_rates import SharedRates
from omoide.adapters.sql.keys.keys import SqlAuditLog, SqlKeyStore
from omoide.bootstrap.foundation import Foundation
from omoide.usecases.keys.keyring import Keyring


class KeyFactory:
    """Makes what knows the keys of a home."""

    def __init__(self, foundation: Foundation) -> None:
        self._foundation = foundation

    @cached_property
    def store(self) -> SqlKeyStore:
        """Return the keys."""
        return SqlKeyStore(self._foundation.database)

    @cached_property
    def audit(self) -> SqlAuditLog:
        """Return who did what."""
        return SqlAuditLog(self._foundation.database)

    @cached_property
    def rates(self) -> SharedRates:
        """Return how much each key has left."""
        return SharedRates(self._foundation.folder)

    @cached_property
    def keyring(self) -> Keyring:
        """Return what makes, knows and revokes keys."""
        return Keyring(self.store, self._foundation.clock, secrets.token_hex)
