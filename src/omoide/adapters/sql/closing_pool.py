"""A pool that leaves no connection open behind it.

SQLAlchemy's own closes, when it is disposed of, what lies in it at that moment.  A connection that somebody uses then is laid back
into the old pool, which nobody looks into any more: it stays open until it is collected as garbage.
"""

from sqlalchemy.pool import ConnectionPoolEntry, QueuePool


class ClosingPool(QueuePool):
    """Closes, once it was disposed of, whatever comes back to it."""

    _is_disposed = False

    def dispose(self) -> None:
        """Close what lies in the pool, and from now on what is laid into it."""
        self._is_disposed = True
        super().dispose()

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        super()._do_return_conn(record)
        # Looked at afterwards: whoever disposes of the pool meanwhile has said so before looking for what lies in it.
        if self._is_disposed:
            super().dispose()
