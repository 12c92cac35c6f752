"""The list of vendors that the domain may not know is complete."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
ALLOWED = {"numpy", "tzdata"}
"""NumPy, because rules run over 180,000 memories at once; the time zones are data."""
IMPORTED_AS = {
    "llama-index-core": "llama_index",
    "openai-agents": "agents",
    "pydantic-ai-slim": "pydantic_ai",
    "splintr-rs": "splintr",
    "vadersentiment": "vaderSentiment",
}
"""Packages whose module has another name."""


def modules_of_vendors() -> set[str]:
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [*PROJECT["project"]["dependencies"], *(one for extra in extras for one in extra)]
    names = {re.match(r"[A-Za-z0-9_-]+", one)[0] for one in wanted}  # type: ignore[index]
    return {IMPORTED_AS.get(name, name.replace("-", "_")) for name in names - ALLOWED}


def test_the_domains_contract_names_every_vendor() -> None:
    [contract] = [
        each for each in PROJECT["tool"]["importlinter"]["contracts"] if each["name"].startswith("The domain knows no")
    ]
    assert set(contract["forbidden_modules"]) >= modules_of_vendors()
