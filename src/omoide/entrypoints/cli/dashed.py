"""Commands whose text may begin with a dash and a blank, as lines of a list do: `- likes tea` is no option."""

from collections.abc import Sequence
from typing import Any

from typer.core import TyperCommand


class DashedText(TyperCommand):
    """Takes what begins with a dash and a blank for text."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put texts behind the options, where none is taken for one."""
        return super().parse_args(ctx, self._apart(args) if any(map(_is_text, args)) else args)

    def _apart(self, args: Sequence[str]) -> list[str]:
        takes_value = {
            name: not getattr(parameter, "is_flag", False)
            for parameter in self.params
            for name in (*parameter.opts, *parameter.secondary_opts)
        }
        options, texts, waiting = list[str](), list[str](), list(args)
        while waiting:
            each = waiting.pop(0)
            if each == "--":
                texts += waiting
                break
            if _is_text(each) or not each.startswith("-") or each == "-":
                texts.append(each)
                continue
            options.append(each)
            if takes_value.get(each) and waiting:
                options.append(waiting.pop(0))
        return [*options, "--", *texts]


def _is_text(given: str) -> bool:
    return given.startswith("-") and given[1:2].isspace()
