"""Logging in with a key, where one is needed: a plain form, for whoever has no key gets nothing else.

The key is kept in a cookie that no script can read and no other site's page sends; the guard of all doors reads it there.
"""

from html import escape
from typing import Final
from urllib.parse import parse_qs

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from omoide.domain.text.language import Language
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.page.live import beside
from omoide.entrypoints.page.view import browsers_language, style_sheet
from omoide.entrypoints.page.words import Texts, speaking
from omoide.entrypoints.web.credentials import COOKIE
from omoide.errors import KeyRefused, OmoideError

LOGIN: Final = "/login"
LOGOUT: Final = "/logout"
KEPT_SECONDS: Final = 30 * 24 * 3600
LONGEST: Final = 4096
"""Bytes of a form that holds one key."""
TEXTS: Texts = {
    "title": ("Log in", "ログイン"),
    "hint": (
        "This Omoide can be reached from elsewhere, so it asks for a key. `omoide keys add` makes one.",
        "このOmoideは外から届く場所にあるため、キーが必要です。キーは omoide keys add で作れます。",
    ),
    "key": ("Key", "キー"),
    "enter": ("Enter", "入る"),
    "refused": (
        "This key is not known here, or holds no longer.",
        "このキーは使えません（知らないキーか、期限切れです）。",
    ),
}
_FORM: Final = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title} · Omoide</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{css}
form{{display:flex;flex-direction:column;gap:14px}} input{{font:inherit;padding:9px 12px;border:1px solid var(--line);border-radius:10px;
background:var(--card);color:var(--ink)}} button{{font:inherit;font-weight:600;padding:9px 16px;border:0;border-radius:10px;
background:var(--accent);color:var(--on-accent);cursor:pointer}} main{{max-width:440px;margin:12vh auto;padding:0 16px}}
body{{margin:0}}</style></head><body class="{body}"><main><section class="o-card"><div class="o-brand"><span lang="ja">思い出</span>
<small>Omoide</small></div><h1>{title}</h1><p class="o-soft">{hint}</p>{told}<form method="post" action="{action}">
<label class="o-field" for="key">{key}</label><input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button>{enter}</button></form></section></main></body></html>"""


def add_login(app: FastAPI, home: Omoide) -> None:
    """Let people log in to the page with a key, and out again."""
    app.state.login_path = LOGIN
    app.state.open_paths = {*getattr(app.state, "open_paths", ()), LOGIN, LOGOUT, "/favicon.ico"}

    async def show(request: Request) -> Response:
        return _form(request)

    async def log_in(request: Request) -> Response:
        body = await request.body()
        given = parse_qs(body[:LONGEST].decode("utf-8", "replace")).get("key", [""])[0].strip()
        try:
            await beside(lambda: home.keys.check(given))
        except KeyRefused:
            return _form(request, told="refused", status=401)
        except OmoideError as exc:
            return _form(request, words=str(exc), status=503)
        answer = RedirectResponse("/", status_code=303)
        is_safe = request.url.scheme == "https"
        answer.set_cookie(COOKIE, given, max_age=KEPT_SECONDS, httponly=True, samesite="strict", secure=is_safe)
        return answer

    async def log_out(_request: Request) -> Response:
        answer = RedirectResponse(LOGIN, status_code=303)
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    app.add_api_route(LOGIN, show, methods=["GET"], include_in_schema=False)
    app.add_api_route(LOGIN, log_in, methods=["POST"], include_in_schema=False)
    app.add_api_route(LOGOUT, log_out, methods=["POST"], include_in_schema=False)


def _form(request: Request, *, told: str = "", words: str = "", status: int = 200) -> Response:
    language = browsers_language(request) or Language.EN
    said = speaking(TEXTS, language)
    trouble = words or (said(told) if told else "")
    page = _FORM.format(
        language=language.value,
        css=style_sheet(),
        body="body--light",
        action=LOGIN,
        told=f'<div class="o-notice o-notice--bad" role="alert">{escape(trouble)}</div>' if trouble else "",
        **{key: escape(said(key)) for key in ("title", "hint", "key", "enter")},
    )
    return HTMLResponse(page, status_code=status, headers={"cache-control": "no-store"})
