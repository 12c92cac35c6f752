"""`omoide knowledge add|update|remove|list|search`."""

from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from omoide.domain.knowledge.report import FileTrouble, KnowledgeReport, KnowledgeStep, TroubleKind, joined, why
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.printable import label
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import as_json
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.knowledge.words import word
from omoide.errors import DocumentRefused

if TYPE_CHECKING:
    from omoide.domain.knowledge.document import KnowledgeDocument
    from omoide.domain.knowledge.hits import KnowledgeHit
    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.cli.context import CliContext
    from omoide.entrypoints.library.knowledge import MindKnowledge

SHOWN = 20
"""Files that are named of each kind; of more, the number."""
LONGEST_HIT = 600
LONGEST_NAME = 40
app = typer.Typer(
    help="Documents that are looked up when they are asked for; no recall and no prompt ever holds them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command(epilog="Example: omoide knowledge add ~/manuals; omoide knowledge add 規約.pdf 手順.md")
def add(
    ctx: typer.Context,
    paths: Annotated[list[str], typer.Argument(help="Files (.txt .md .pdf .html .docx .csv .json) or folders.")],
) -> None:
    """Take in files, and folders with all below them; what is known by its bytes is not read again."""
    context: CliContext = ctx.obj
    knowledge = context.mind().knowledge
    reports, refused = list[KnowledgeReport](), False
    for path in paths:
        try:
            reports.append(_with_bar(context, partial(_added, knowledge, path)))
        except DocumentRefused as exc:
            if len(paths) == 1:
                raise
            refused = True
            trouble = FileTrouble(exc.path, TroubleKind(exc.kind), exc.detail)
            reports.append(KnowledgeReport(troubles=(trouble,)))
    _tell(context, joined(reports))
    if refused:
        raise typer.Exit(2)


@app.command(epilog="Example: omoide knowledge update --prune")
def update(
    ctx: typer.Context,
    prune: Annotated[bool, typer.Option("--prune", help="Remove documents whose files are gone.")] = False,
) -> None:
    """Read what has changed, take in what is new in folders that were added, and tell which files are gone."""
    context: CliContext = ctx.obj
    knowledge = context.mind().knowledge
    _tell(context, _with_bar(context, lambda heard: knowledge.update(prune=prune, progress=heard)))


@app.command(epilog="Example: omoide knowledge remove 3; omoide knowledge remove ~/manuals")
def remove(
    ctx: typer.Context,
    names: Annotated[list[str], typer.Argument(help="Numbers, paths or names of documents, or folders.")],
) -> None:
    """Let documents be known no more; the files are not touched."""
    context: CliContext = ctx.obj
    knowledge = context.mind().knowledge
    _tell(context, joined([knowledge.remove(name) for name in names]))


@app.command("list", epilog="Example: omoide knowledge list --json")
def list_documents(ctx: typer.Context) -> None:
    """List the documents that are known, and the folders they come from."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found, folders = mind.knowledge.documents(), mind.knowledge.folders()
    if context.json:
        context.show({"documents": [_json(each, mind.persona) for each in found], "folders": folders})
        return
    for folder in folders:
        context.say(word("folder", context.language, path=label(folder)))
    if not found:
        context.say(word("none", context.language))
        return
    names = ("number", "name", "format", "chunks", "changed_at", "state", "path")
    rows = [
        (
            str(each.id),
            label(each.name),
            each.format.value,
            str(each.facts.chunks),
            moment.iso(each.changed, tz=mind.persona.tz)[:16],
            _state(context, each),
            label(each.path),
        )
        for each in found
    ]
    headings = [word(name, context.language) for name in names]
    context.table(rows, headings=headings, texts=(1, 6), spare=(6, 2, 4, 3))


@app.command(cls=DashedText, epilog='Example: omoide knowledge search "保証は何年？" --limit 3')
def search(
    ctx: typer.Context,
    query: Annotated[str, typer.Argument(help="What to look for, in words or as a question.")],
    limit: Annotated[int | None, typer.Option(help="How many at most (knowledge.most_hits).", min=1)] = None,
) -> None:
    """Find what documents say about something, each with its file and place."""
    context: CliContext = ctx.obj
    found = context.mind().knowledge.search(query, limit=limit)
    if context.json:
        context.show([_hit_json(hit) for hit in found])
    elif not found:
        context.say(word("nothing_found", context.language))
    for hit in () if context.json else found:
        context.say(f"{hit.score:.2f}  {label(hit.cited(context.language))}  #{hit.document.id}")
        context.say(f"  {one_line(hit.text, longest=LONGEST_HIT)}")


def _added(knowledge: "MindKnowledge", path: str, heard: Callable[[KnowledgeStep], None]) -> KnowledgeReport:
    return knowledge.add(path, progress=heard)


def _with_bar(
    context: "CliContext", work: Callable[[Callable[[KnowledgeStep], None]], KnowledgeReport]
) -> KnowledgeReport:
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=context.console, transient=True, disable=not context.shows_progress) as bar:
        task = bar.add_task("", total=None)

        def heard(step: KnowledgeStep) -> None:
            name = one_line(label(PurePath(step.path).name), longest=LONGEST_NAME)
            key, count = ("embedding", step.vectors) if step.vectors else ("reading", step.chunks)
            told = word(key, context.language, name=name, count=f"{count:,}")
            bar.update(task, completed=step.number - 1, total=step.files, description=told)

        return work(heard)


def _tell(context: "CliContext", report: KnowledgeReport) -> None:
    if context.json:
        context.show(_report_json(report))
        return
    language = context.language
    lines = [
        word(key, language, count=count)
        for key in ("added", "changed", "removed", "unchanged", "ignored")
        if (count := _count(report, key))
    ]
    lines += [word("left_out", language, count=left)] if (left := _left_out(report)) else []
    context.say("\n".join(lines) if lines else word("nothing", language))
    for key in ("missing", "empty"):
        named = [label(each.path) for each in getattr(report, key)]
        _list(context, word(key, language, count=len(named)), named)
    wrong = [f"{label(each.path)}: {why(each.kind, detail=each.detail, language=language)}" for each in report.troubles]
    _list(context, word("troubles", language, count=len(wrong)), wrong)
    if report.vectors_wait:
        context.say(word("vectors_wait", language))


def _count(report: KnowledgeReport, key: str) -> int:
    value: Any = getattr(report, key)
    return value if isinstance(value, int) else len(value)


def _left_out(report: KnowledgeReport) -> int:
    return sum(each.facts.left_out for each in (*report.added, *report.changed))


def _list(context: "CliContext", heading: str, lines: list[str]) -> None:
    if lines:
        more = [f"  … {len(lines) - SHOWN}"] if len(lines) > SHOWN else []
        context.say("\n".join([heading, *(f"  {line}" for line in lines[:SHOWN]), *more]))


def _state(context: "CliContext", document: "KnowledgeDocument") -> str:
    if document.missing_since is not None:
        return word("is_missing", context.language)
    return "" if document.facts.chunks else word("is_empty", context.language)


def _json(document: "KnowledgeDocument", persona: "Persona") -> object:
    missing = document.missing_since
    return as_json(
        id=document.id,
        path=document.path,
        format=document.format.value,
        bytes=document.size,
        hash=document.hash,
        title=document.facts.title,
        encoding=document.facts.encoding or None,
        pages=document.facts.pages,
        characters=document.facts.characters,
        chunks=document.facts.chunks,
        left_out=document.facts.left_out,
        added=moment.iso(document.added, tz=persona.tz),
        changed=moment.iso(document.changed, tz=persona.tz),
        missing_since=None if missing is None else moment.iso(missing, tz=persona.tz),
    )


def _hit_json(hit: "KnowledgeHit") -> dict[str, object]:
    return {
        "text": hit.text,
        "document": {"id": hit.document.id, "path": hit.document.path, "title": hit.document.facts.title},
        "place": {
            "unit": hit.place.unit.value,
            "first": hit.place.first,
            "last": hit.place.last,
            "heading": hit.place.heading,
        },
        "cited": hit.cited(),
        "score": round(hit.score, 4),
        "words": round(hit.words, 4),
        "meaning": round(hit.meaning, 4),
        "origin": hit.origin,
    }


def _report_json(report: KnowledgeReport) -> dict[str, object]:
    named = {
        key: [each.path for each in getattr(report, key)] for key in ("added", "changed", "removed", "missing", "empty")
    }
    return {
        **named,
        "unchanged": report.unchanged,
        "ignored": report.ignored,
        "chunks": report.chunks,
        "vectors_wait": report.vectors_wait,
        "troubles": [
            {"path": each.path, "kind": each.kind.value, "why": why(each.kind, detail=each.detail)}
            for each in report.troubles
        ],
    }
