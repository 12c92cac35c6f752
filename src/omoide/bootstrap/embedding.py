"""The embedder that the settings name."""

from pathlib import Path
from typing import assert_never

from omoide.config import Configuration
from omoide.domain.models.model_role import is_on_this_machine
from omoide.errors import InvalidSetting
from omoide.ports.models.embedder import Embedder

OPENAI = "https://api.openai.com/v1"


def embedder_of(configuration: Configuration) -> Embedder:
    """Return the embedder; a library that only one of them needs is imported only for that one."""
    embedding = configuration.settings.embedding
    match embedding.provider:
        case "builtin":
            from omoide.adapters.embedders.builtin import BuiltinEmbedder

            return BuiltinEmbedder()
        case "openai":
            return _remote(configuration)
        case "directory":
            from omoide.adapters.embedders.directory import DirectoryEmbedder

            return DirectoryEmbedder(Path(embedding.path or ".").expanduser())
        case "hashing":
            from omoide.adapters.embedders.hashing import HashingEmbedder

            return HashingEmbedder(dims=embedding.dimensions)
        case unreachable:
            assert_never(unreachable)


def is_paid(configuration: Configuration) -> bool:
    """Tell whether vectors come from a server that may want money for them."""
    return configuration.settings.embedding.provider == "openai"


def address_of(configuration: Configuration) -> str:
    """Return where a remote embedder is asked."""
    return configuration.settings.embedding.base_url or OPENAI


def _remote(configuration: Configuration) -> Embedder:
    from omoide.adapters.embedders.openai import OpenAIEmbedder

    embedding = configuration.settings.embedding
    if not configuration.settings.privacy.allow_remote and not is_on_this_machine(address_of(configuration)):
        raise InvalidSetting(
            "embedding.provider = openai would send texts away, but privacy.allow_remote = false; "
            "change one of the two, or point embedding.base_url at this machine"
        )
    # OpenAI's own key goes to OpenAI alone; another server gets only the key that api_key_env names for it.
    key = configuration.api_key(embedding) if embedding.base_url is None or embedding.api_key_env else None
    return OpenAIEmbedder(
        base_url=address_of(configuration),
        model=embedding.model,
        dims=embedding.dimensions,
        api_key=key.get_secret_value() if key else "",
        sends_dims=embedding.base_url is None,
        batch=embedding.batch_size,
        pause_seconds=embedding.batch_pause_seconds,
        retries=embedding.retries,
        timeout_seconds=embedding.timeout_seconds,
    )
