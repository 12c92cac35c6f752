"""Nobody without a model waits for its libraries, or needs them."""

import subprocess
import sys

import pytest

VENDORS = (
    "pydantic_ai", "openai", "anthropic", "google.genai", "keyring", "mcp", "mcp_types", "langgraph", "llama_index", "agents",
)  # fmt: skip

DOORS = f"""
import sys
import omoide.bootstrap, omoide.entrypoints.cli.app, omoide.entrypoints.library
from omoide.entrypoints.cli.commands import LoadedByName
assert len(list(LoadedByName({{}}).values())) > 30  # every command is loaded
loaded = [name for name in {VENDORS!r} if name in sys.modules]
assert not loaded, loaded
"""

WITHOUT = """
import sys
sys.modules["pydantic_ai"] = None
from omoide.adapters.thinkers.model.connect import LazyWire
from omoide.adapters.thinkers.model.keys import Secret
from omoide.adapters.thinkers.model.loop import EventLoop
from omoide.domain.models.model_role import ModelRole, Provider
from omoide.adapters.thinkers.model.wire import Request
from omoide.asks.say_ready import ReadyAnswer
from omoide.errors import ThinkerUnavailable
wire = LazyWire(ModelRole(Provider.OPENAI, "m"), key=lambda: Secret("k" * 20), loop=EventLoop())
try:
    wire.send(Request("", "", ReadyAnswer, 10, 1.0))
except ThinkerUnavailable as exc:
    assert "pip install 'omoide[models]'" in str(exc), exc
    assert "k" * 20 not in str(exc)
else:
    raise AssertionError("the library was found")
"""


def _run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_opening_the_doors_loads_no_vendors_library() -> None:
    _run(DOORS)


def test_a_missing_library_is_told_with_what_to_install() -> None:
    _run(WITHOUT)
