"""What the API's own document says of answers and errors."""

from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.routing import Route

from omoide.__about__ import __version__
from omoide.entrypoints.http.schemas.shape import ProblemShown
from omoide.entrypoints.web.problems import MEDIA_TYPE

PREFIX = "/v1"
_PROBLEM = "ProblemShown"
_ERRORS = {
    400: "The request cannot be read, or holds a key in its address.",
    401: "A key is needed, or the one that was given opens nothing.",
    403: "This key may not do that.",
    404: "What was named is not there.",
    408: "The request took too long to arrive.",
    409: "It must not, or cannot, be done as things stand.",
    412: "Somebody else has written since the version that was read.",
    413: "The request is too long.",
    421: "This server does not go by that name.",
    422: "A text, time or number cannot be taken as it is.",
    429: "This key asks too often; see Retry-After.",
    503: "Something that is needed is out of reach now; see Retry-After.",
}
_ABOUT = """Everything Omoide can do, over HTTP.

Errors are `application/problem+json` with a `kind`, a `detail` that says what to do, and the `request_id`.  Keys go in
`Authorization: Bearer omo_…` or `x-omoide-key`, never in an address."""
Answers = dict[int | str, dict[str, Any]]


def errors() -> Answers:
    """Return what every address may answer instead."""
    schema = {"$ref": f"#/components/schemas/{_PROBLEM}"}
    return {code: {"description": told, "content": {MEDIA_TYPE: {"schema": schema}}} for code, told in _ERRORS.items()}


def with_etag(described: str) -> Answers:
    """Return an answer that comes with an ETag."""
    header = {"description": "The version, for If-Match.", "schema": {"type": "string"}}
    return {200: {"description": described, "headers": {"ETag": header}}}


def streamed(described: str, report: str) -> Answers:
    """Return an answer that is a stream of server-sent events, each with a report of this schema or, in the end, a problem."""
    of = {"$ref": f"#/components/schemas/{report}"}
    data = {
        "progress": of,
        "end": {"anyOf": [of, {"type": "null"}]},
        "error": {"$ref": f"#/components/schemas/{_PROBLEM}"},
    }
    order = "`progress` events, then `end` (null when nothing was ever begun) or `error`"
    told = f"{described}: {order}.  Who comes again is told how it stands."
    fields = {
        "event": {"type": "string", "enum": list(data)},
        "data": {"type": "string", "contentMediaType": "application/json"},
    }
    one = {"type": "object", "description": "One event.", "properties": fields}
    content = {"schema": one, "x-event-data": data}
    return {200: {"description": told, "content": {"text/event-stream": content}}}


def file(described: str, media_type: str) -> Answers:
    """Return an answer that is a file."""
    content = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"description": described, "content": {media_type: content}}}


SENT_FILE = {
    "requestBody": {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "required": True,
    }
}
"""What a caller sends as bytes."""


def document(router: APIRouter) -> dict[str, Any]:
    """Return the OpenAPI document of the API alone, whatever other doors there are."""
    alone = FastAPI()
    alone.include_router(router)
    routes = [each for each in alone.routes if not isinstance(each, Route) or isinstance(each, APIRoute)]
    made = get_openapi(title="Omoide", version=__version__, description=_ABOUT, routes=routes)
    components = made.setdefault("components", {})
    components.setdefault("schemas", {})[_PROBLEM] = ProblemShown.model_json_schema()
    bearer = {"type": "http", "scheme": "bearer", "description": "A key that `omoide keys add` made."}
    components["securitySchemes"] = {"bearer": bearer}
    components["responses"] = {f"Problem{code}": told for code, told in errors().items()}
    for operation in (each for ways in made["paths"].values() for each in ways.values()):
        for code in _ERRORS:
            operation["responses"][str(code)] = {"$ref": f"#/components/responses/Problem{code}"}
    made["security"] = [{"bearer": []}]
    return made
