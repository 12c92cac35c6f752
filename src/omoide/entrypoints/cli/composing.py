"""`omoide context`: what the persona would see now, section by section, and what was left out and why."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.wording import told

if TYPE_CHECKING:
    from omoide.domain.context.composition import Context
    from omoide.domain.text.language import Language

_WORDS: dict[str, tuple[str, str]] = {
    "nothing": ("There is nothing to show.", "示すものはありません。"),
    "section": ("section", "部分"),
    "tokens": ("tokens", "トークン"),
    "items": ("shown", "件数"),
    "what": ("left out", "省いたもの"),
    "reason": ("why", "理由"),
    "whole": ("{tokens} of {budget} tokens, counted by {by}", "{budget} トークン中 {tokens}（数え方: {by}）"),
    "estimate": ("a safe estimate", "安全側の見積もり"),
    "over_budget": ("no room", "予算に収まらない"),
    "shortened": ("shortened", "短くした"),
    "below_floor": ("has too little to do with it", "関係が薄い"),
    "in_conversation": ("is in the conversation", "会話に出ている"),
    "shown_before": ("was shown earlier", "先に示した"),
    "frame": ("frame", "枠の文"),
    "core_memory": ("core memory", "コアメモリ"),
    "preferences": ("likes and dislikes", "好みと苦手"),
    "names": ("names", "名前"),
    "notepad": ("notepad", "メモ帳"),
    "drives": ("drives", "動機"),
    "to_ask": ("to ask", "尋ねたいこと"),
    "question": ("strongest question", "気になっていること"),
    "strategy": ("strategy", "指針"),
    "goals": ("goals", "目標"),
    "episodes": ("days before", "これまでの日々"),
    "earlier_turns": ("earlier turns", "先のターン"),
    "changes": ("changes", "途中の変更"),
    "mood": ("mood", "気分"),
    "feelings": ("feelings", "感情"),
    "due": ("due", "予定・期限"),
    "tasks": ("tasks", "用事"),
    "proposals": ("proposals", "提案"),
    "memories": ("memories", "記憶"),
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "context", cls=DashedText, epilog='Example: omoide context "猫は元気？" --session chat-1 --model gpt-4o'
    )(context_)


def context_(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="What the user would say.")] = "",
    session: Annotated[str, typer.Option(help="Session it would be said in.")] = "",
    budget: Annotated[
        int | None, typer.Option(help="Most tokens (default: context.budget_tokens).", min=0, max=10_000_000)
    ] = None,
    model: Annotated[str | None, typer.Option(help="Model whose tokens are counted (default: context.model).")] = None,
) -> None:
    """Show what the persona would see now, section by section, and what is left out and why.  Nothing changes."""
    context: CliContext = ctx.obj
    found = context.mind().context(text, session_id=session, budget_tokens=budget, model=model, preview=True)
    if context.json:
        context.show(as_json(found))
        return
    context.write(found.text or _word("nothing", context.language))
    _tell_sections(context, found)


def as_json(context: "Context") -> dict[str, object]:
    """Return a context as JSON shows it."""
    return {
        "constant": context.constant,
        "turns": list(context.turns),
        "tokens": context.tokens,
        "budget_tokens": context.budget_tokens,
        "counted_by": context.counted_by,
        "sections": [{"name": each.name, "tokens": each.tokens, "items": each.items} for each in context.sections],
        "left_out": [
            {"section": each.section, "key": each.key, "what": each.what, "reason": each.reason.value}
            for each in context.left_out
        ],
    }


def _tell_sections(context: CliContext, found: "Context") -> None:
    language = context.language
    context.say("")
    rows = [(_word(each.name, language), str(each.tokens), str(each.items)) for each in found.sections if each.tokens]
    if rows:
        context.table(rows, headings=[_word(name, language) for name in ("section", "tokens", "items")], texts=(0,))
    by = _word("estimate", language) if found.counted_by == "estimate" else found.counted_by
    context.say(_word("whole", language, tokens=found.tokens, budget=found.budget_tokens, by=by))
    left = [(_word(each.section, language), _word(each.reason.value, language), each.what) for each in found.left_out]
    if left:
        context.table(left, headings=[_word(name, language) for name in ("section", "reason", "what")])


def _word(name: str, language: "Language", **values: object) -> str:
    """Return a word of this command; a section that has none is called by its own name."""
    return told(_WORDS[name], language, values) if name in _WORDS else name
