"""OpenAI, and every server that speaks its chat completions."""

from pydantic_ai.models import Model
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import merge_profile
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider

from omoide.adapters.thinkers.model.keys import Secret
from omoide.domain.models.model_role import ModelRole, Provider

_NO_KEY = "no-key-needed"
"""The client library insists on a key, even for servers that ask for none."""


def model(role: ModelRole, *, key: Secret) -> Model:
    """Return the model; address and key are always given, so that nothing else in the environment redirects them."""
    shown = key.reveal() or _NO_KEY
    if role.provider is Provider.OLLAMA:
        return OllamaModel(role.model, provider=OllamaProvider(base_url=role.url, api_key=shown))
    provider = OpenAIProvider(base_url=role.url, api_key=shown)
    if role.provider is Provider.OPENAI and role.is_at_home:
        return OpenAIChatModel(role.model, provider=provider)
    # Of the two names for the limit, the older one is the one every compatible server knows.
    older = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
    return OpenAIChatModel(
        role.model, provider=provider, profile=merge_profile(provider.model_profile(role.model), older)
    )
