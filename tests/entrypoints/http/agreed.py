"""`python -m tests.entrypoints.http.agreed` writes down the API's document anew."""

import json
import tempfile

from fastapi.testclient import TestClient

from omoide import Omoide
from omoide.entrypoints.web.app import web_app
from tests.entrypoints.http.test_document import GOLDEN


def written(told: object, *, depth: int = 2) -> str:
    """Return JSON with one line for each address and each schema, so that a change is seen."""
    if not isinstance(told, dict) or not told or depth == 0:
        return json.dumps(told, ensure_ascii=False)
    lines = [f"{json.dumps(name)}: {written(value, depth=depth - 1)}" for name, value in told.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, Omoide.open(folder, beside="nowhere") as home:
        client = TestClient(web_app(home, doors=("api",)), base_url="http://localhost", client=("127.0.0.1", 1))
        told = client.get("/v1/openapi.json").json()
    GOLDEN.write_text(written(told) + "\n", "utf-8")
