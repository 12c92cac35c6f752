"""Google's Gemini."""

from pydantic_ai.models import Model
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

from omoide.adapters.thinkers.model.keys import Secret
from omoide.domain.models.model_role import ModelRole


def model(role: ModelRole, *, key: Secret) -> Model:
    """Return the model."""
    return GoogleModel(role.model, provider=GoogleProvider(base_url=role.url, api_key=key.reveal() or "no-key-needed"))
