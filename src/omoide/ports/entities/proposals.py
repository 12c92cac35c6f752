"""Where proposals are kept, and which were told in which session (SPEC EN2)."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.entities.proposal import NewProposal, Proposal, ProposalId, ProposalStatus
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class ProposalStore(Protocol):
    """Keeps one proposal for each name."""

    def all(self, persona_id: PersonaId) -> list[Proposal]:
        """Return every proposal, oldest first."""
        ...

    def keep(self, persona_id: PersonaId, new: NewProposal, *, replaces: Proposal | None = None) -> bool:
        """Keep a proposal, in place of the one that was read for the same name.

        Return `False`, and change nothing, when another was kept meanwhile, or a turn it rests on was erased.
        """
        ...

    def settle(
        self, persona_id: PersonaId, proposal_id: ProposalId, status: ProposalStatus, *, at: Moment
    ) -> Proposal | None:
        """Accept or dismiss a pending proposal; what it holds of turns goes.  Return `None` when it is not pending."""
        ...

    def refuse_name(self, persona_id: PersonaId, key: str, name: str, *, at: Moment) -> None:
        """Note that a name is not to be proposed."""
        ...

    def untold(self, persona_id: PersonaId) -> list[Proposal]:
        """Return pending proposals that no session was told as they stand, oldest first."""
        ...

    def told(self, persona_id: PersonaId, session_id: str) -> list[tuple[ProposalId, str]]:
        """Return what a session was told, in order, word for word."""
        ...

    def tell(
        self, persona_id: PersonaId, session_id: str, lines: Sequence[tuple[ProposalId, str]], *, at: Moment
    ) -> list[tuple[ProposalId, str]]:
        """Note what a session is told, unless it was told something already; return what it was told."""
        ...
