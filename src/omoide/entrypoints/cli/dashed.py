"""Commands whose text may begin with a dash, as lines of a list and frost do: `- likes tea` and `-5度だった` are no options."""

import re
from collections.abc import Sequence
from typing import Any, Final

from typer.core import TyperCommand

_OPTION: Final = re.compile(r"-[A-Za-z]\S*|--[A-Za-z][\w-]*(?:=.*)?", re.DOTALL)
"""What an option looks like: letters follow its dashes, and its name holds no blank."""
_SIGNS: Final = ("-", "--")
"""Standard input, and the end of options."""


class DashedText(TyperCommand):
    """Takes what begins with a dash and looks like no option for text."""

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
    return given.startswith("-") and given not in _SIGNS and _OPTION.fullmatch(given) is None
