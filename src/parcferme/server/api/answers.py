"""How answers are documented, and how errors become answers."""

from __future__ import annotations

import logging
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from parcferme.core.errors import ParcFermeError
from parcferme.house.codec import encode
from parcferme.house.lengths import shown
from parcferme.house.messages import Refusal
from parcferme.house.refusals import as_denied, refusal_of
from parcferme.server.api.refusals import STATUS
from parcferme.server.ops.limits import TooMany
from parcferme.table.errors import Denied

T = TypeVar("T")
log = logging.getLogger("parcferme.api")
SAID = {
    400: "The request cannot be read.",
    401: "Sign in first.",
    403: "Not yours to do.",
    404: "There is no such thing.",
    405: "Not with this method.",
    409: "Not possible now; `code` says why.",
    413: "Too large.",
    422: "Well formed, but it names something that cannot be; `reason` says what.",
    429: "Too many: wait as long as `Retry-After` says.",
    503: "The server cannot do this at the moment.",
}
BUSY_SECONDS = 30  # where nobody can tell: a line of long jobs
CODES = {404: "not_found", 405: "bad_request", 413: "too_large", 401: "not_signed_in", 403: "forbidden"}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a call, for the OpenAPI document. Every call may get 400, 401, 403, 422 and 429."""
    return {
        status: ResponseSpec(Refusal, description=SAID[status], generate_examples=False)
        for status in sorted({400, 401, 403, 422, 429, *statuses})
    }


def answer(content: T, status: int = 200, headers: dict[str, str] | None = None) -> Response[T]:
    """JSON made by our own encoder."""
    return answer_bytes(encode(content), status, headers)


def answer_bytes(content: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response[Any]:
    """JSON that is made already."""
    return Response(content, status_code=status, media_type="application/json", headers=headers)


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Any error as `{"code", "reason"}` with its status."""
    if isinstance(error, ParcFermeError):
        return _denied(request, as_denied(error))
    if isinstance(error, ValidationException):
        return _denied(request, Denied("bad_request", _validation(error)))
    if isinstance(error, RecursionError):
        return _denied(request, Denied("bad_request", "nested too deeply"))
    if isinstance(error, HTTPException):
        code = CODES.get(error.status_code, "bad_request" if error.status_code < 500 else "unavailable")
        return answer(Refusal(code, shown(error.detail)), error.status_code, error.headers)
    log.exception("a request failed", exc_info=error, extra={"path": request.url.path})
    return answer(Refusal("unavailable", "something went wrong here; it has been written down"), 503)


def _denied(request: Request[Any, Any, Any], denied: Denied) -> Response[Any]:
    request.app.state.server.metrics.count("refused", denied.code)
    status = STATUS.get(denied.code, 400)
    return answer(refusal_of(denied), status, {"Retry-After": _wait(denied)} if status == 429 else None)


def _wait(denied: Denied) -> str:
    """In whole seconds, as the header wants it."""
    return str(denied.seconds if isinstance(denied, TooMany) else BUSY_SECONDS)


def _validation(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{item.get('key', '?')}: {item.get('message', '')}" for item in extra if isinstance(item, dict)]
    return "; ".join(parts) or error.detail
