"""What is written down of a job: numbers and single words, as JSON.

The engine would pickle whatever a job returns or raises, with every text in it.  Here an error is the name of its kind, and what is
read back can be nothing but data.
"""

import json
from typing import Any

from dbos import Serializer

NAME = "omoide_json"


class PlainJson(Serializer):
    """JSON; of what JSON has no form for, the name of its kind."""

    def serialize(self, data: Any) -> str:
        """Return the data as JSON."""
        return json.dumps(data, default=lambda value: {"kind": type(value).__name__}, separators=(",", ":"))

    def deserialize(self, serialized_data: str) -> Any:
        """Return the data that were written down."""
        return json.loads(serialized_data)

    def name(self) -> str:
        """Return by which name the engine knows this form."""
        return NAME
