"""Everything that can go wrong, in one tree.

    OmoideError
    ├── NotFound                 what was named is not there
    │   ├── PersonaNotFound
    │   ├── EventNotFound
    │   ├── NotATurn             a recollection that is no turn was asked for its turn
    │   ├── BeliefNotFound
    │   ├── PreferenceNotFound
    │   ├── MemoryNotFound
    │   ├── EpisodeNotFound
    │   ├── EntityNotFound       nobody and nothing is known by this name
    │   ├── ProposalNotFound
    │   ├── TopicNotFound
    │   ├── GoalNotFound
    │   ├── QuestionNotFound
    │   ├── InsightNotFound      no entry of the dream diary has this number
    │   ├── SessionNotFound      nothing that was said in this session is known
    │   ├── NoteNotFound         a revision or an archive that is not there
    │   ├── FileNotKept          no file of this name is kept with the persona
    │   ├── DocumentNotFound     no document or folder that was added is meant
    │   ├── RecallNotFound       no receipt of such a recall is kept
    │   ├── FeedbackNotFound     no "not that" has this number
    │   ├── KeyNotFound          no key for the doors over the wire has this id
    │   ├── JobNotFound          no job has this name, or it ended long ago
    │   ├── NothingToErase       nothing that is kept is meant by what was named
    │   └── NightNotFound        there is no night that could be undone
    ├── Refused                  what was asked must not or cannot be done as it stands
    │   ├── InvalidInput         a text, time or number that cannot be taken
    │   │   ├── GoalKnown        an active goal says the same
    │   │   └── QuestionKnown    the same words were asked before
    │   ├── InvalidSetting       a configuration key or value that is not allowed
    │   ├── PersonaExists
    │   ├── NoRuleForAsk         the built-in rules have no answer to this kind of question
    │   ├── IdempotencyConflict  the same key came twice with different content
    │   ├── TurnAlreadyCompleted
    │   ├── NotRecorded          the owner wants such a turn, note or profile never written down
    │   ├── WasErased            the owner erased this turn; a copy of it does not come back
    │   ├── BeliefClosed         a belief that has ended cannot be ended again
    │   ├── BeliefMoved          a belief was changed by someone else meanwhile
    │   ├── BeliefSettled        the owner has said how it is, which nobody else changes
    │   ├── GoalClosed           a goal that was reached or given up does not move that way
    │   ├── GoalMoved            a goal was changed by someone else meanwhile
    │   ├── QuestionClosed       a question that was answered or deleted does not move that way
    │   ├── QuestionMoved        a question was changed by someone else meanwhile
    │   ├── NoteMoved            a note was changed by someone else meanwhile
    │   ├── NoteTooLong          a note would pass its limit
    │   ├── EntityMoved          a profile was changed by someone else meanwhile
    │   ├── EntityTooLong        a profile would pass its limit
    │   ├── NameTaken            the name is another entity's
    │   ├── DocumentRefused      a file that cannot be taken in: too large, encrypted, damaged, no text
    │   ├── DraftKept            what was typed could not be written into its note, and lies in a file
    │   ├── MemoryProtected      a protected memory is released before it is forgotten
    │   ├── NightOvertaken       another process is working on the same night
    │   ├── NightBeingUndone     the last night was being undone, and that must end first
    │   ├── AlreadyAsleep        another process puts the persona to sleep
    │   ├── ArchiveRefused       a file that is no whole archive of a mind, or cannot be taken in where it should
    │   ├── AlreadyUnderWay      the same long work goes on already
    │   ├── JobEnded             a job that has ended is not retried or cancelled that way
    │   ├── NotAllowed           whoever asks over the wire may not do this
    │   │   └── KeyRefused       the key they have opens nothing
    │   ├── AnswerRefused        a model declines to answer this, and will again
    │   └── AnswerUnusable       a model's answer breaks its schema or a rule, and so did its second try
    └── Unavailable              something we need is out of reach or damaged, now
        ├── StoreUnavailable     the database cannot be opened, read or written
        │   ├── StoreBusy        other processes write to it all the time
        │   └── StoreReadOnly    it can be read, but not written
        ├── ConfigurationUnavailable  the configuration file cannot be read or written
        ├── EmbedderUnavailable  no vectors can be had from the embedder
        ├── ReaderUnavailable    turns cannot be read without a model: the reader's files are missing or damaged
        ├── TranscriptUnavailable  a session log of Claude Code cannot be read
        ├── HostSettingsUnavailable  Claude Code's settings cannot be read or written
        ├── ServerUnavailable    the resident server does not run, start or answer
        ├── EngineBusy           this process runs the jobs of another home
        ├── StillWaiting         there was more to do than time was given for
        └── ThinkerUnavailable   no answer can be had from a model now
            └── BudgetSpent      the cap on spending would be passed

A message says what is wrong, with what, and what to do.  It never holds a secret.
"""


class OmoideError(Exception):
    """Anything Omoide raises on purpose."""


class NotFound(OmoideError):
    """What was named is not there."""


class Refused(OmoideError):
    """What was asked must not, or cannot, be done as it stands."""


class Unavailable(OmoideError):
    """Something Omoide needs is out of reach or damaged right now."""


class PersonaNotFound(NotFound):
    """No persona has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no persona named {name!r}; `omoide persona list` shows those there are")
        self.name = name


class EventNotFound(NotFound):
    """This persona has no event with this id."""

    def __init__(self, event_id: int) -> None:
        super().__init__(f"no event {event_id} of this persona; `omoide log` shows those there are")
        self.event_id = event_id


class NotATurn(NotFound):
    """A recollection of another kind was asked for its turn."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key} came to mind, and no single turn is behind it; see `kind`, `text` and `events`")
        self.key = key


class BeliefNotFound(NotFound):
    """This persona has no belief with this id."""

    def __init__(self, belief_id: int) -> None:
        super().__init__(f"no belief {belief_id} of this persona; `omoide beliefs list --all` shows those there are")
        self.belief_id = belief_id


class PreferenceNotFound(NotFound):
    """This persona has no preference with this id."""

    def __init__(self, preference_id: int) -> None:
        super().__init__(f"no preference {preference_id} of this persona; `omoide preferences list --all` shows them")
        self.preference_id = preference_id


class EpisodeNotFound(NotFound):
    """This persona has no episode with this id."""

    def __init__(self, label: str) -> None:
        super().__init__(f"no episode {label!r} of this persona; `omoide episodes list --all` shows those there are")
        self.label = label


class EntityNotFound(NotFound):
    """Nobody and nothing is known by this name, or there is no such version of a profile."""

    def __init__(self, name: str, *, version: int | None = None, last: int = 0) -> None:
        if version is None:
            super().__init__(f"no entity named {name!r}; `omoide entities list --all` shows those there are")
        else:
            super().__init__(f"the profile of {name!r} has no version {version}; its last one is {last}")
        self.name = name


class ProposalNotFound(NotFound):
    """This persona has no open proposal with this id."""

    def __init__(self, proposal_id: int) -> None:
        super().__init__(f"no open proposal {proposal_id}; `omoide entities proposals` shows those there are")
        self.proposal_id = proposal_id


class TopicNotFound(NotFound):
    """This persona has no topic with this number or name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no topic {name!r} of this persona; `omoide topics list --all` shows those there are")
        self.name = name


class GoalNotFound(NotFound):
    """This persona has no goal with this id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no goal {name!r} of this persona; `omoide goals list --all` shows those there are")
        self.name = name


class QuestionNotFound(NotFound):
    """This persona has no question with this number."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no question {name!r} of this persona; `omoide questions list --all` shows those there are")
        self.name = name


class InsightNotFound(NotFound):
    """This persona's dream diary has no entry with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"no entry {number} in this dream diary; `omoide dreams list` shows those there are")
        self.number = number


class GoalClosed(Refused):
    """A goal that was reached or given up does not move that way."""

    def __init__(self, label: str, status: str) -> None:
        super().__init__(
            f"goal {label} is {status}: only an active one is edited, completed or abandoned, and only an abandoned one reopened"
        )
        self.label = label


class GoalMoved(Refused):
    """A goal was changed, or erased, by someone else between reading and writing it."""

    def __init__(self, label: str) -> None:
        super().__init__(f"goal {label} was changed meanwhile; look at it again and repeat the change")
        self.label = label


class QuestionClosed(Refused):
    """A question that was answered or deleted does not move that way."""

    def __init__(self, number: int, status: str) -> None:
        super().__init__(
            f"question {number} is {status}; only an open one is resolved, and only a resolved one reopened"
        )
        self.number = number


class QuestionMoved(Refused):
    """A question was changed, or erased, by someone else between reading and writing it."""

    def __init__(self, number: int) -> None:
        super().__init__(f"question {number} was changed meanwhile; look at it again and repeat the change")
        self.number = number


class BeliefClosed(Refused):
    """A belief that has ended cannot be ended again."""

    def __init__(self, belief_id: int) -> None:
        super().__init__(f"belief {belief_id} has ended already; `omoide beliefs history {belief_id}` shows when")
        self.belief_id = belief_id


class BeliefMoved(Refused):
    """A belief was changed by someone else between reading and writing it."""

    def __init__(self, belief_id: int) -> None:
        super().__init__(f"belief {belief_id} was changed meanwhile; look at it again and repeat the change")
        self.belief_id = belief_id


class BeliefSettled(Refused):
    """The owner has said how it is; nobody else changes that."""

    def __init__(self, belief_id: int) -> None:
        super().__init__(f"the owner has said how belief {belief_id} is; only the owner changes it")
        self.belief_id = belief_id


class MemoryNotFound(NotFound):
    """This persona has no memory with this id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no memory {name!r} of this persona; `omoide memories list` shows those there are")
        self.name = name


class SessionNotFound(NotFound):
    """Nothing that was said in this session is known."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"nothing is known of session {session_id!r}; `omoide log --json` shows the sessions there are"
        )
        self.session_id = session_id


class NoteNotFound(NotFound):
    """This note has no such revision, or this diary no such archive."""


class FileNotKept(NotFound):
    """No file of this name is kept with the persona."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no file named {name!r} is kept with this persona")
        self.name = name


class DocumentNotFound(NotFound):
    """No document, and no folder, that was added is meant by this name or number."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no document {name!r} of this persona; `omoide knowledge list` shows those there are")
        self.name = name


class RecallNotFound(NotFound):
    """No receipt of such a recall is kept."""

    def __init__(self, recall_id: int | None = None) -> None:
        which = "no recall" if recall_id is None else f"no recall {recall_id}"
        super().__init__(
            f"{which} of this persona is kept; `omoide why list` shows those there are, recall.receipts_days says how long"
        )
        self.recall_id = recall_id


class FeedbackNotFound(NotFound):
    """No "not that" has this number."""

    def __init__(self, feedback_id: int) -> None:
        super().__init__(f'no "not that" {feedback_id} of this persona; `omoide not-that list` shows those there are')
        self.feedback_id = feedback_id


class KeyNotFound(NotFound):
    """No key for the doors over the wire has this id."""

    def __init__(self, key_id: str) -> None:
        super().__init__(f"no key {key_id!r}; `omoide keys list` shows those there are")
        self.key_id = key_id


class NothingToErase(NotFound):
    """Nothing that is kept is meant by what was named."""

    def __init__(self, documents: tuple[int, ...] = ()) -> None:
        numbers = " ".join(str(number) for number in documents)
        more = f"; documents stay until they are removed, and some hold it: `omoide knowledge remove {numbers}`"
        super().__init__(
            f"nothing of this persona is meant by that; `omoide log --json` shows what is kept{more if documents else ''}"
        )
        self.documents = documents


class NightNotFound(NotFound):
    """There is no night that could be undone."""


class InvalidInput(Refused):
    """A text, time or number that cannot be taken as it is."""


class GoalKnown(InvalidInput):
    """An active goal says the same."""

    def __init__(self, label: str) -> None:
        super().__init__(f"goal {label} says the same; edit that one, or say this one differently")
        self.label = label


class QuestionKnown(InvalidInput):
    """The same words were asked before; the question may have been answered, let go or deleted since."""

    def __init__(self, number: int) -> None:
        super().__init__("the same question was asked before; `omoide questions list --all` shows it")
        self.number = number


class InvalidSetting(Refused):
    """A configuration key or value that is not allowed."""


class PersonaExists(Refused):
    """A persona with this name is already there."""

    def __init__(self, name: str) -> None:
        super().__init__(f"a persona named {name!r} is already there; `omoide persona set` changes it")
        self.name = name


class NoRuleForAsk(Refused):
    """The built-in rules have no answer to this kind of question."""

    def __init__(self, ask: str) -> None:
        super().__init__(f"the built-in rules cannot answer {ask!r}; set a model that can")
        self.ask = ask


class IdempotencyConflict(Refused):
    """The same idempotency key came twice, with different content."""

    def __init__(self, key: str, event_id: int) -> None:
        super().__init__(
            f"idempotency key {key!r} already belongs to event {event_id}, whose content differs; "
            "use a new key for a new turn"
        )
        self.key = key
        self.event_id = event_id


class TurnAlreadyCompleted(Refused):
    """The turn has its answer already, and events never change."""

    def __init__(self, event_id: int) -> None:
        super().__init__(f"event {event_id} is already complete; observe a new turn instead")
        self.event_id = event_id


class NotRecorded(Refused):
    """The owner wants such a turn, or note, never written down."""

    def __init__(self, what: str = "turn") -> None:
        super().__init__(f"the {what} matches a pattern of privacy.never_record and was not kept")


class WasErased(Refused):
    """The owner erased this turn; a copy of it does not come back."""

    def __init__(self) -> None:
        super().__init__("the owner erased this turn, and a copy of it is not kept; what is said anew is a new turn")


class NoteMoved(Refused):
    """A note was changed by someone else between reading and writing it; nothing was written."""

    def __init__(self, name: str, *, base: int, version: int) -> None:
        super().__init__(
            f"the {name} was changed meanwhile: it is at version {version}, and this edit was made of version {base}; "
            "look at it again and repeat the edit, nothing was written"
        )
        self.name = name
        self.base = base
        self.version = version


class NoteTooLong(Refused):
    """A note would pass its limit; nothing was written."""

    def __init__(self, name: str, *, length: int, longest: int, setting: str = "") -> None:
        raised = f", or raise the setting {setting}" if setting else ""
        super().__init__(
            f"the {name} holds at most {longest:,} characters and would have {length:,}; shorten it{raised}"
        )
        self.name = name
        self.length = length
        self.longest = longest


class EntityMoved(Refused):
    """An entity was changed by someone else between reading and writing it; nothing was written."""

    def __init__(self, name: str, *, base: int, version: int) -> None:
        super().__init__(
            f"the profile of {name!r} was changed meanwhile: it is at version {version}, and this edit was made of "
            f"version {base}; look at it again and repeat the edit, nothing was written"
        )
        self.name = name
        self.base = base
        self.version = version


class EntityTooLong(Refused):
    """A profile would pass its limit; nothing was written."""

    def __init__(self, name: str, *, length: int, longest: int) -> None:
        super().__init__(
            f"the profile of {name!r} holds at most {longest:,} characters and would have {length:,}; "
            "shorten or consolidate it, or raise the setting entities.profile_characters"
        )
        self.name = name
        self.length = length
        self.longest = longest


class NameTaken(Refused):
    """The name is another entity's."""

    def __init__(self, name: str, *, owner: str) -> None:
        super().__init__(
            f"{name!r} is a name of {owner!r} already; if the two are one, `omoide entities merge` makes them so"
        )
        self.name = name
        self.owner = owner


class DocumentRefused(Refused):
    """A file that cannot be taken in as it is; what was known of it before stays."""

    def __init__(self, path: str, why: str, *, kind: str, detail: str = "") -> None:
        super().__init__(f"{path} was not taken in: {why}")
        self.path = path
        self.kind = kind
        self.detail = detail


class DraftKept(Refused):
    """What was typed could not be written into its note; it lies in a file."""

    def __init__(self, why: str, *, path: str) -> None:
        super().__init__(f"{why}. What you typed is kept in {path}; remove the file when you are done with it")
        self.path = path


class MemoryProtected(Refused):
    """A protected memory is never forgotten; it must be released first."""

    def __init__(self, name: str) -> None:
        super().__init__(f"memory {name} is protected; `omoide memories release {name}` first")
        self.name = name


class NightOvertaken(Refused):
    """Another process is working on the same night; nothing is lost, it will finish it."""

    def __init__(self) -> None:
        super().__init__("another process is working on this night; it will finish it, there is nothing to do here")


class NightBeingUndone(Refused):
    """The last night was being undone when that was broken off."""

    def __init__(self) -> None:
        super().__init__("the last night is being undone; `omoide sleep undo` again ends that, then sleep")


class AlreadyAsleep(Refused):
    """Another process puts the persona to sleep."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} is asleep already; `omoide sleep --watch` shows how far, and nothing more need be done"
        )


class ArchiveRefused(Refused):
    """A file is no whole archive of a mind, or cannot be taken in where it should."""

    def __init__(self, why: str) -> None:
        super().__init__(f"this archive is not taken in: {why}; nothing was changed")
        self.why = why


class AlreadyUnderWay(Refused):
    """The same long work goes on already."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"the {kind} of {name} is under way already; follow it until it has ended, then begin another")


class JobNotFound(NotFound):
    """No job has this name, or it ended so long ago that it was let go of."""

    def __init__(self, job_id: str) -> None:
        super().__init__(f"no job {job_id!r}; `omoide jobs list` shows those there are")
        self.job_id = job_id


class JobEnded(Refused):
    """What was asked is not to be had of a job that stands like this."""

    def __init__(self, job_id: str, *, state: str, wanted: str) -> None:
        super().__init__(f"the job {job_id} is {state}; it cannot be {wanted}")
        self.job_id = job_id


class NotAllowed(Refused):
    """Whoever asks over the wire may not do this."""


class KeyRefused(NotAllowed):
    """The key that was given opens nothing: it is unknown, was revoked, or has expired."""


class StoreUnavailable(Unavailable):
    """The database cannot be opened, read or written."""


class StoreBusy(StoreUnavailable):
    """Other processes write to the database all the time; nothing is wrong with it."""

    def __init__(self, label: str, *, seconds: float) -> None:
        super().__init__(
            f"the database {label} was busy for more than {seconds:g} seconds; other processes write to it, try again"
        )


class StoreReadOnly(StoreUnavailable):
    """The database can be read, but not written: its file or folder is read-only, or the disk is full."""


class ConfigurationUnavailable(Unavailable):
    """The configuration file cannot be read or written."""


class EmbedderUnavailable(Unavailable):
    """No vectors can be had from the embedder."""


class ReaderUnavailable(Unavailable):
    """Turns cannot be read without a model: the reader's files are missing or damaged."""


class AnswerRefused(Refused):
    """A model declines to answer (its policy, a filter, an input too long for it), and would decline again."""

    def __init__(self, ask: str, *, by: str, reason: str) -> None:
        super().__init__(f"{by} declined to answer {ask!r}: {reason}")
        self.ask = ask
        self.by = by
        self.reason = reason


class AnswerUnusable(Refused):
    """A model's answer breaks its schema or a rule, and so did the one after it was told what was wrong."""

    def __init__(self, ask: str, *, by: str, reason: str) -> None:
        super().__init__(f"{by} gave no usable answer to {ask!r}, twice: {reason}; a larger model may do better")
        self.ask = ask
        self.by = by
        self.reason = reason


class ThinkerUnavailable(Unavailable):
    """No answer can be had from a model now; what may wait stays pending."""


class BudgetSpent(ThinkerUnavailable):
    """The next call to a model would pass a cap on spending."""


class TranscriptUnavailable(Unavailable):
    """A session log of Claude Code cannot be read."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"the session log {path} cannot be read: {reason}")
        self.path = path


class HostSettingsUnavailable(Unavailable):
    """Claude Code's settings cannot be read or written; they were left as they are."""


class EngineBusy(Unavailable):
    """The engine is one for a process, and this process runs the jobs of another home."""

    def __init__(self) -> None:
        super().__init__("this process works for another home already; `omoide work` works in a process of its own")


class StillWaiting(Unavailable):
    """There was more to do than time was given for."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"work still waits after {seconds:g} seconds; it goes on by itself, or at the next call")
        self.seconds = seconds


class ServerUnavailable(Unavailable):
    """The resident server does not run, start or answer."""
