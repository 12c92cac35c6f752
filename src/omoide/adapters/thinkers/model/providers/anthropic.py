"""Anthropic's Claude."""

from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from omoide.adapters.thinkers.model.keys import Secret
from omoide.domain.models.model_role import ModelRole


def model(role: ModelRole, *, key: Secret) -> Model:
    """Return the model."""
    return AnthropicModel(
        role.model, provider=AnthropicProvider(base_url=role.url, api_key=key.reveal() or "no-key-needed")
    )
