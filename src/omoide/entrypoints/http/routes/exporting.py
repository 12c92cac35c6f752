"""What can be taken along: the whole mind as one file, and single things in the shapes of Nexus Ark's own files."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import StreamingResponse

from omoide.entrypoints.http import sent_back
from omoide.entrypoints.http.asked import Manager, Reader
from omoide.entrypoints.http.described import file
from omoide.entrypoints.http.schemas.work import ExportShown

router = APIRouter(prefix="/export", tags=["export"])
ZIP = "application/zip"
SecretDiary = Annotated[bool, Query(description="With the secret diary, which stays behind otherwise.")]


@router.get("", response_class=StreamingResponse, responses=file("The archive, a zip", ZIP))
async def export(mind: Manager, secret_diary: SecretDiary = False) -> StreamingResponse:
    """Return the whole mind as one portable archive, written while it is sent; `import/archive` takes it in."""
    return await sent_back.answer(
        lambda out: mind.export(out, secret_diary=secret_diary), media_type=ZIP, name="mind.omoide"
    )


@router.get("/nexus")
def nexus(mind: Reader) -> ExportShown:
    """Return goals, open questions and the dream diary in the shapes of Nexus Ark's own files."""
    return ExportShown.model_validate(
        {"goals": mind.goals.export(), "open_questions": mind.questions.export(), "insights": mind.dreams.export()}
    )
