"""What the composition root decides about keys and about what may leave the machine."""

from pathlib import Path

import pytest

from omoide.adapters.embedders.openai import OpenAIEmbedder
from omoide.bootstrap import Opening, open_home
from omoide.bootstrap.embedding import embedder_of
from omoide.errors import InvalidSetting

KEY = {"OPENAI_API_KEY": "sk-for-openai-alone", "OTHER_KEY": "for-the-other-server"}


def embedder(home: Path, **settings: str) -> OpenAIEmbedder:
    environ = {**KEY, "OMOIDE_EMBEDDING__PROVIDER": "openai", **settings}
    made = embedder_of(open_home(Opening(home=home, environ=environ)).foundation.configuration)
    assert isinstance(made, OpenAIEmbedder)
    return made


def test_openais_key_goes_to_openai_alone(tmp_path: Path) -> None:
    assert embedder(tmp_path).api_key == "sk-for-openai-alone"
    elsewhere = {"OMOIDE_EMBEDDING__BASE_URL": "http://localhost:11434/v1"}
    assert embedder(tmp_path, **elsewhere).api_key == ""
    assert embedder(tmp_path, **elsewhere, OMOIDE_EMBEDDING__API_KEY_ENV="OTHER_KEY").api_key == "for-the-other-server"


def test_nothing_is_sent_away_against_the_owners_word(tmp_path: Path) -> None:
    private = {"OMOIDE_PRIVACY__ALLOW_REMOTE": "false"}
    with pytest.raises(InvalidSetting, match="allow_remote"):
        embedder(tmp_path, **private)
    assert embedder(tmp_path, **private, OMOIDE_EMBEDDING__BASE_URL="http://127.0.0.1:1/v1").dims == 1536
